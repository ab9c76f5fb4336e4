import fc from 'fast-check';
import { parse } from 'smol-toml';
import { parseTOML } from 'toml-eslint-parser';
import { test } from 'vitest';
import { tomlEditor } from './toml.ts';
import type { Subject } from './testing/check-edits.ts';
import { checkRemovals, checkReplacement, checkSets } from './testing/check-edits.ts';
import { removePlans, setPlans } from './testing/edit-plans.ts';
import { tomlDocuments } from './testing/toml-documents.ts';

// `npm run torture` runs these for longer.
const numRuns = Number(process.env['MODELRACK_RUNS'] ?? 300);
const seed = Number(process.env['MODELRACK_SEED'] ?? 1);

const subject: Subject = {
  editor: tomlEditor,
  format: 'toml',
  parses(text) {
    parse(text, { integersAsBigInt: 'asNeeded' });
  },
  commentsOf(text) {
    return parseTOML(text).comments.map(({ range: [start, end] }) => text.slice(start, end));
  },
};

const documents = fc
  .record({ text: tomlDocuments, isCrlf: fc.boolean(), hasBom: fc.nat(4) })
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
