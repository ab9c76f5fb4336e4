import fc from 'fast-check';

/** Mostly what is read, with what is close to it and not. */
const READ = [
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
];
const VALUES = [
  ...READ,
  ..." x:| x #| x#| ~| 0755| 1e3| .5| -1| \"a\\\"b\"| 'it''s'| \"| 'x' y| [a]| {}| & a| &a| &a x| *a| !t x| - y|  # c| # c|# c".split(
    '|',
  ),
  ...' |@| a\tb|\ta| y: z| 12345678901234567890| @x| \u00a0| 模型| e\u0301| \u2028| \u0085x| _ | /x| 1_0| 12:30'.split(
    '|',
  ),
  ...' 2026-01-02| 1.0.0| tRue| a  b| ${{ a }}| |-| >'.split('|'),
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
        fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...READ) }, fc.constantFrom(...VALUES)),
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
/** Lines that fit together by chance. */
export const yamlSoups: fc.Arbitrary<string> = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('', '\n', '\n\n'))
  .map(([lines, end]) => lines.join('\n') + end);

const { block } = fc.letrec<{ block: string[] }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc
      .uniqueArray(
        fc.tuple(
          fc.constantFrom(...KEYS.slice(0, 7)),
          fc.constantFrom(...READ, ...READ, ' [a]', ' &a x', ' *a').filter((value) => value !== ''),
        ),
        {
          minLength: 1,
          maxLength: 4,
          selector: ([key]) => key.replaceAll(/["']/g, ''),
        },
      )
      .map((pairs) => pairs.map(([key, value]) => `${key}:${value}`)),
    fc
      .array(fc.constantFrom(...READ, ' {}', ' *a'), { minLength: 1, maxLength: 3 })
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
/** A tree of plain lines, in which one may have been shifted, replaced or left out. */
export const yamlLines: fc.Arbitrary<string> = fc
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
