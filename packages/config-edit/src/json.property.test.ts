import fc from 'fast-check';
import { parse, parseTree, type ParseError } from 'jsonc-parser';
import { test } from 'vitest';
import { jsonEditor } from './json.ts';
import type { Subject } from './testing/check-edits.ts';
import { checkRemovals, checkReplacement, checkSets } from './testing/check-edits.ts';
import { removePlans, setPlans } from './testing/edit-plans.ts';
import { commentsOfJson } from './testing/json-comments.ts';
import { jsonDocuments } from './testing/json-documents.ts';

// `npm run torture` runs these for longer.
const numRuns = Number(process.env['MODELRACK_RUNS'] ?? 300);
const seed = Number(process.env['MODELRACK_SEED'] ?? 1);

const subject: Subject = {
  editor: jsonEditor,
  format: 'jsonc',
  parses(text) {
    const errors: ParseError[] = [];
    parse(text, errors, { allowTrailingComma: true });
    if (errors.length > 0 || parseTree(text, [], { allowTrailingComma: true }) === undefined)
      throw new Error(`does not parse: ${text}`);
  },
  commentsOf: commentsOfJson,
};

const documents = fc
  .record({ text: jsonDocuments, eol: fc.constantFrom('\n', '\n', '\r\n', '\r\n', '\r'), hasBom: fc.nat(4) })
  .map(({ text, eol, hasBom }) => (hasBom === 0 ? '\uFEFF' : '') + text.replaceAll('\n', eol));

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
