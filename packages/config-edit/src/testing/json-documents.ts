import fc from 'fast-check';

interface Leaf {
  readonly text: string;
}
interface Branch {
  readonly brackets: '{}' | '[]';
  readonly items: readonly (readonly [string, Tree])[];
}
type Tree = Leaf | Branch;

const keys = [
  'p',
  'q',
  'r',
  's',
  '',
  '__proto__',
  '1',
  '10',
  'constructor',
  '// no',
  '/* no */',
  'a"b\\',
  'é\u2028',
  '模型/甲',
  '012',
  'yes',
];

function trees(): fc.Arbitrary<Branch> {
  const key = fc.constantFrom(...keys).map((name) => (name === 'r' ? '"\\u0072"' : JSON.stringify(name)));
  const leaf: fc.Arbitrary<Tree> = fc
    .constantFrom(
      'null',
      'true',
      'false',
      '0',
      '-0',
      '1.0',
      '1e3',
      '0.1E-2',
      '12345678901234567890',
      '9007199254740993',
      '""',
      '"// no"',
      '"/* no"',
      '"}],"',
      '"a\\"b"',
      '"\\u00e9\\ud83c\\udf19"',
      '"x"',
      '"y"',
    )
    .map((text) => ({ text }));
  const { node } = fc.letrec<{ node: Tree }>((tie) => ({
    node: fc.oneof({ maxDepth: 4, depthSize: 'small' }, leaf, mapOf(key, tie('node')), listOf(tie('node')), itemsOf()),
  }));
  return fc.oneof(
    { weight: 4, arbitrary: mapOf(key, node) },
    { weight: 1, arbitrary: mapOf(fc.constantFrom('"p"', '"q"'), mapOf(key, node)) },
  );
}

function mapOf(key: fc.Arbitrary<string>, node: fc.Arbitrary<Tree>): fc.Arbitrary<Branch> {
  // Now and then a key stands twice.
  return fc.array(fc.tuple(key, node), { maxLength: 5 }).chain((items) =>
    fc.nat(20).map((dice): Branch => ({
      brackets: '{}',
      items: dice === 0 ? items : items.filter(([name], at) => items.findIndex(([other]) => other === name) === at),
    })),
  );
}

function listOf(node: fc.Arbitrary<Tree>): fc.Arbitrary<Branch> {
  return fc
    .array(node, { maxLength: 4 })
    .map((items): Branch => ({ brackets: '[]', items: items.map((item) => ['', item]) }));
}

/** A list of maps with an `id`, as tools keep models. */
function itemsOf(): fc.Arbitrary<Branch> {
  const item = (id: string): Tree => ({
    brackets: '{}',
    items: [
      ['"id"', { text: JSON.stringify(id) }],
      ['"n"', { text: '1.50' }],
    ],
  });
  return fc
    .uniqueArray(fc.constantFrom('lite', 'plus', 'x'), { maxLength: 3 })
    .map((ids): Branch => ({ brackets: '[]', items: ids.map((id) => ['', item(id)]) }));
}

function noises(): fc.Arbitrary<string[]> {
  const piece = fc.constantFrom(
    '',
    '',
    '',
    ' ',
    '  ',
    '\t',
    '\n',
    '\n  ',
    '\n\n',
    ' // c\n',
    '// "x": {\n  ',
    '/* c */',
    ' /* ], } */ ',
    '/* a\n b */',
    '\n// own\n',
    ' // c \n\n  ',
    '/**/',
  );
  return fc.array(piece, { minLength: 1, maxLength: 40 });
}

/** Any of the noises between any two tokens, and a comma before a closing bracket now and then. */
function scattered({ tree, noise, ends }: { tree: Branch; noise: readonly string[]; ends: string }): string {
  let used = 0;
  const gap = (): string => noise[used++ % noise.length] ?? '';
  const write = (node: Tree): string => {
    if ('text' in node) return node.text;
    const [open = '', close = ''] = node.brackets;
    const parts = node.items.map(
      ([key, value]) => gap() + (node.brackets === '{}' ? key + gap() + ':' + gap() : '') + write(value) + gap(),
    );
    const isTrailing = parts.length > 0 && noise[used % noise.length] === '';
    return open + parts.join(',') + (isTrailing ? `,${gap()}` : '') + (parts.length === 0 ? gap() : '') + close;
  };
  return gap() + write(tree) + gap() + ends;
}

interface Layout {
  readonly unit: string;
  readonly comma: 'behind' | 'first' | 'trailing';
  readonly comments: readonly string[];
  readonly oneLineFrom: number;
  readonly dense: boolean;
  readonly closeInLine: boolean;
}

function layouts(): fc.Arbitrary<Layout> {
  return fc.record({
    unit: fc.constantFrom('  ', '    ', '\t', ''),
    comma: fc.constantFrom('behind', 'behind', 'first', 'trailing'),
    comments: fc.array(fc.constantFrom('', '', '', ' // c', ' /* c */', '  ', ' /* a */ // b'), {
      minLength: 1,
      maxLength: 12,
    }),
    oneLineFrom: fc.nat(4),
    dense: fc.boolean(),
    closeInLine: fc.boolean(),
  });
}

/** One item a line down to a depth, in one line below it. */
function laidOut({ tree, habits, ends }: { tree: Branch; habits: Layout; ends: string }): string {
  let used = 0;
  const remark = (): string => habits.comments[used++ % habits.comments.length] ?? '';
  const colon = habits.dense ? ':' : ': ';
  const write = (node: Tree, depth: number): string => {
    if ('text' in node) return node.text;
    const [open = '', close = ''] = node.brackets;
    const parts = node.items.map(
      ([key, value]) => (node.brackets === '{}' ? key + colon : '') + write(value, depth + 1),
    );
    if (parts.length === 0) return open + close;
    if (depth >= habits.oneLineFrom)
      return habits.dense ? open + parts.join(',') + close : `${open} ${parts.join(', ')} ${close}`;
    const lead = `\n${habits.unit.repeat(depth + 1)}`;
    const end =
      habits.closeInLine && habits.comments.every((text) => !text.includes('//'))
        ? ' '
        : `\n${habits.unit.repeat(depth)}`;
    if (habits.comma === 'first') {
      return (
        open +
        parts.map((part, at) => `${at === 0 ? `${lead}  ` : `${lead}, `}${part}${remark()}`).join('') +
        end +
        close
      );
    }
    const last = parts.length - 1;
    const comma = (at: number): string => (at < last || habits.comma === 'trailing' ? ',' : '');
    return open + parts.map((part, at) => `${lead}${part}${comma(at)}${remark()}`).join('') + end + close;
  };
  return write(tree, 0) + ends;
}

/** JSON as people and programs leave it: trivia between any two tokens, or laid out in one of the usual ways. */
export const jsonDocuments: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ tree: trees(), noise: noises(), ends: fc.constantFrom('', '\n', '\n\n\n', ' ', '// end') })
      .map(scattered),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ tree: trees(), habits: layouts(), ends: fc.constantFrom('', '\n', '\n\n\n\n') })
      .map(laidOut),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\n\n',
      '  \n\t\n',
      '// only\n',
      '/* only */',
      '// a\n\n// b',
      '{}',
      '{ }',
      '{\n}',
      '{ /* c */ }',
      '{\n  // c\n}\n',
      '{ // c\n}',
      '/* a */ {} // b',
    ),
  },
);
