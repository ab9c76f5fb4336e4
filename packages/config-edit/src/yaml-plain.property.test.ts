import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { yamlDocuments } from './testing/yaml-documents.ts';
import { parseByLibrary } from './yaml/parse-yaml.ts';
import { readPlain } from './yaml/read-plain.ts';

// `npm run torture` runs these for longer.
const numRuns = Number(process.env['MODELRACK_RUNS'] ?? 500);
const seed = Number(process.env['MODELRACK_SEED'] ?? 1);

/** Mostly what is read, with what is close to it and not. */
const VALUES = [
  ...[
    '',
    '',
    '',
    ' x',
    ' "a: b # c"',
    " 'it: # x'",
    ' 12',
    ' 1.10',
    ' true',
    ' Null',
    ' two words',
    ' 4o-mini',
    ' a:b#c',
  ],
  ...[
    ' x:',
    ' x #',
    ' x#',
    ' ~',
    ' 0755',
    ' 1e3',
    ' .5',
    ' -1',
    ' "a\\"b"',
    " 'it''s'",
    ' "',
    " 'x' y",
    ' [a]',
    ' {}',
    ' |',
  ],
  ...[
    ' &a',
    ' *a',
    ' !t x',
    ' - y',
    '  # c',
    ' # c',
    '# c',
    ' \t',
    ' a\tb',
    '\ta',
    ' y: z',
    ' 12345678901234567890',
    ' @x',
  ],
  ...[
    ' \u00a0',
    ' 模型',
    ' é\u0301',
    ' \u2028',
    ' \u0085x',
    ' _ ',
    ' /x',
    ' 1_0',
    ' 12:30',
    ' 2026-01-02',
    ' tRue',
    ' a  b',
  ],
];
const KEYS = [
  'a',
  'b',
  'c',
  'd',
  '"a"',
  "'b'",
  'x.y',
  'a b',
  'null',
  '1',
  '<<',
  '?',
  '__proto__',
  '"a\\n"',
  ':',
  '-',
  'a:b',
  '模',
];
const line = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', '', '', '  ', '  ', '    ', ' ', '\t', '      '),
        fc.constantFrom('', '', '', '- ', '- ', '-  ', '- - ', '-'),
        fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...KEYS.slice(0, 8)) }, fc.constantFrom(...KEYS)),
        fc.oneof({ weight: 9, arbitrary: fc.constant(':') }, fc.constantFrom('', ' :', '::')),
        fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...VALUES.slice(0, 13)) }, fc.constantFrom(...VALUES)),
        fc.constantFrom('', '', '', '', ' ', ' # c', ' #', '   # "x"'),
      )
      .map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: fc.constantFrom('- x', '  - x', '  - "y"', '- ', '-', '  -', '    - 1', '- a: 1', '  b: 2') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', '  ', '# c', '  # c', '      # c', '\t', '#', '---', '...', '%YAML 1.1', ' #\tx'),
  },
);
const soups = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('', '\n', '\n\n'))
  .map(([lines, end]) => lines.join('\n') + end);

/** A tree of plain lines, in which some line may have been shifted, replaced or left out. */
const { block } = fc.letrec<{ block: string[] }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...KEYS.slice(0, 7)), fc.constantFrom(...VALUES.slice(3, 15))), {
        minLength: 1,
        maxLength: 4,
        selector: ([key]) => key.replaceAll(/["']/g, ''),
      })
      .map((pairs) => pairs.map(([key, value]) => `${key}:${value}`)),
    fc
      .array(fc.constantFrom(...VALUES.slice(0, 15)), { minLength: 1, maxLength: 3 })
      .map((all) => all.map((one) => `-${one}`)),
    fc
      .tuple(fc.constantFrom('e:', 'f: # c', '-', '- e:'), tie('block'), fc.constantFrom(1, 2, 3, 4), tie('block'))
      .map(([head, inner, width, next]) => [
        head,
        ...inner.map((text) => ' '.repeat(width + (head === '- e:' ? 2 : 0)) + text),
        ...next,
      ]),
    tie('block').map(([first = '', ...rest]) => [`- ${first}`, ...rest.map((text) => `  ${text}`)]),
  ),
}));
const mutants = fc
  .tuple(block, fc.nat(20), fc.constantFrom('', '', ' ', '  ', '-', 'x', 'c'), line)
  .map(([lines, at, change, other]) =>
    lines
      .flatMap((text, index) => {
        if (index !== at) return [text];
        if (change === 'c') return ['  # c', text];
        if (change === 'x') return [other];
        return change === '-' ? [] : [change + text];
      })
      .join('\n'),
  );

function isReadAlike(text: string): boolean {
  const plain = readPlain(text);
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
  ['lines of all kinds', soups, 0.02],
  ['plain lines', mutants, 0.4],
] as const) {
  test(`${name}: what is read without the library has its nodes and tokens`, () => {
    let count = 0;
    const property = fc.property(texts, fc.boolean(), (text, isCrlf) => {
      if (isReadAlike(isCrlf ? text.replaceAll('\n', '\r\n') : text)) count += 1;
    });
    fc.assert(property, { numRuns, seed });
    console.log(name, count);
    expect(count).toBeGreaterThan(numRuns * share);
  });
}
