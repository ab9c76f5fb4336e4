import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { parseDocument } from 'yaml';
import type { Edit } from './types.ts';
import type { Subject } from './testing/check-edits.ts';
import {
  checkRemovals,
  checkReplacement,
  checkResult,
  checkSets,
  readText,
  textOf,
  tryEdit,
} from './testing/check-edits.ts';
import { removePlans, setPlans } from './testing/edit-plans.ts';
import { dice, putBack, standingPath } from './testing/standing-paths.ts';
import { commentsOfYaml } from './testing/yaml-comments.ts';
import { yamlDocuments } from './testing/yaml-documents.ts';
import { yamlEditor } from './yaml.ts';

// `npm run torture` runs these for longer.
const numRuns = Number(process.env['MODELRACK_RUNS'] ?? 300);
const seed = Number(process.env['MODELRACK_SEED'] ?? 1);

const subject: Subject = {
  editor: yamlEditor,
  format: 'yaml',
  parses(text) {
    const { errors } = parseDocument(text, { uniqueKeys: true });
    if (errors.length > 0) throw new Error(`does not parse: ${text}`);
  },
  commentsOf: commentsOfYaml,
};

const documents = fc
  .record({ text: yamlDocuments, isCrlf: fc.boolean(), hasBom: fc.nat(4) })
  .map(({ text, isCrlf, hasBom }) => (hasBom === 0 ? '\uFEFF' : '') + (isCrlf ? text.replaceAll('\n', '\r\n') : text));

test('values are set, foreign bytes stay, and taking them out gives back the file', () => {
  fc.assert(
    fc.property(documents, setPlans, (text, edits) => checkSets(subject, text, edits)),
    { numRuns, seed },
  );
});

test('entries are taken out with nothing else', () => {
  fc.assert(
    fc.property(documents, removePlans, (text, edits) => checkRemovals(subject, text, edits)),
    { numRuns, seed },
  );
});

test('a value that was replaced comes back as it was', () => {
  fc.assert(
    fc.property(documents, setPlans, (text, [edit]) => edit && checkReplacement(subject, text, edit)),
    { numRuns, seed },
  );
});

test('what stands in the document is taken out', () => {
  fc.assert(
    fc.property(documents, dice, dice, (text, one, other) => {
      const { root } = readText(subject, text);
      const paths = [standingPath(root, one), standingPath(root, other)].filter((path) => path !== undefined);
      if (paths.length > 0)
        checkRemovals(
          subject,
          text,
          paths.map((path): Edit => ({ op: 'remove', path })),
        );
    }),
    { numRuns, seed },
  );
});

test('what stands in the document is replaced, and comes back as it was', () => {
  fc.assert(
    fc.property(documents, dice, setPlans, (text, numbers, [plan]) => {
      const document = readText(subject, text);
      const path = standingPath(document.root, numbers);
      const back = path === undefined ? undefined : putBack(document, path);
      if (path === undefined || plan === undefined || back === undefined || typeof path.at(-1) !== 'string') return;
      if (typeof path.at(-2) === 'object' && path.at(-1) === 'id') return;
      // Of two maps only the fields change.
      if (Array.isArray(plan.value) !== (typeof plan.value === 'object')) return;
      const edit: Edit = { op: 'set', path, value: plan.value };
      const result = tryEdit(subject, document, [edit]);
      if (result === undefined || result.passes.length === 0) return;
      const after = checkResult(subject, document, { edits: [edit], result });
      assert.equal(textOf(subject.editor.edit(after, [back]).bytes), text, 'put back');
    }),
    { numRuns, seed },
  );
});
