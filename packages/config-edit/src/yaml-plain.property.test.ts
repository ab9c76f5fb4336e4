import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { yamlDocuments } from './testing/yaml-documents.ts';
import { yamlLines, yamlSoups } from './testing/yaml-lines.ts';
import { parseByLibrary, readOdd } from './yaml/read/parse-yaml.ts';
import { readPlain } from './yaml/read/read-plain.ts';

// `npm run torture` runs these for longer.
const numRuns = Number(process.env['MODELRACK_RUNS'] ?? 500);
const seed = Number(process.env['MODELRACK_SEED'] ?? 1);

function isReadAlike(text: string): boolean {
  const plain = readPlain(text, readOdd);
  if (plain === undefined) return false;
  const source = {
    name: 'f',
    text,
    bom: false,
    eol: '\n',
    format: 'yaml',
    top: plain.root.kind === 'map' ? 'map' : 'list',
  } as const;
  const { document, tokens } = parseByLibrary(source);
  assert.deepEqual(plain.root, document.root);
  assert.deepEqual(plain.tokens, tokens);
  return true;
}

for (const [name, texts, share] of [
  ['documents', yamlDocuments, 0.01],
  ['lines of all kinds', yamlSoups, 0.02],
  ['plain lines', yamlLines, 0.4],
] as const) {
  test(`${name}: what is read without the library has its nodes and tokens`, () => {
    let count = 0;
    const property = fc.property(texts, fc.boolean(), (text, isCrlf) => {
      if (isReadAlike(isCrlf ? text.replaceAll('\n', '\r\n') : text)) count += 1;
    });
    fc.assert(property, { numRuns, seed });
    expect(count).toBeGreaterThan(numRuns * share);
  });
}
