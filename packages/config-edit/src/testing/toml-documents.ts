import fc from 'fast-check';
import { parse } from 'smol-toml';
import { parseTOML } from 'toml-eslint-parser';

const allKeys = ['p', 'q', 'r', 's', '', '__proto__', '1', 'x.y', 'a"b\\', '模型/甲', '012', 'é'];

/** A key part in one of its spellings. */
const part = fc.tuple(fc.constantFrom(...allKeys), fc.nat(2)).map(([name, spelling]) => {
  if (spelling === 0 && /^[A-Za-z0-9_-]+$/.test(name)) return name;
  return spelling === 1 ? `'${name}'` : JSON.stringify(name);
});
const dotted = (max: number, dot = '.'): fc.Arbitrary<string> =>
  fc.array(part, { minLength: 1, maxLength: max }).map((parts) => parts.join(dot));

const scalar = fc.constantFrom(
  '1',
  '-0',
  '+7',
  '1_000',
  '0xDEAD_BEEF',
  '0o755',
  '9223372036854775807',
  '-9_223_372_036_854_775_808',
  '1.50',
  '6.626e-34',
  '-inf',
  'nan',
  'true',
  'false',
  '1979-05-27T00:32:00.999999-07:00',
  '1979-05-27 07:32:00Z',
  '1979-05-27',
  '07:32:00.5',
  '"# no"',
  '"[p]"',
  "'C:\\no'",
  '"\\u00e9 \\U0001F600"',
  '"""\n[p]\nq = 1 # no\n"""',
  "'''\n[[p]]'''",
  '"""a\\\n  b"""',
  '"lite"',
);

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: scalar },
    fc.tuple(fc.array(tie('value'), { maxLength: 3 }), fc.nat(6)).map(([items, layout]) => arrayOf(items, layout)),
    fc
      .tuple(
        fc.uniqueArray(dotted(2), { maxLength: 3 }),
        fc.array(tie('value'), { minLength: 3, maxLength: 3 }),
        fc.boolean(),
      )
      .map(([keys, values, isTight]) => inlineOf(keys, values, isTight)),
    fc.uniqueArray(fc.constantFrom('lite', 'plus', 'x'), { maxLength: 3 }).map((ids) =>
      arrayOf(
        ids.map((id) => `{ id = "${id}", n = 1.50 }`),
        0,
      ),
    ),
  ),
}));

function arrayOf(items: readonly string[], layout: number): string {
  if (layout === 0) return `[${items.join(', ')}]`;
  if (layout === 1) return `[ ${items.join(' ,')} ]`;
  if (layout === 2) return `[\n${items.map((item) => `  ${item}, # c\n`).join('')}]`;
  if (layout === 3) return `[\n  # "a",\n${items.join(',\n')}\n  # end\n]`;
  if (layout === 4) return `[${items.join('\n,')} # c ]\n]`;
  return items.length === 0 ? '[ ]' : `[${items.join(',')},]`;
}

function inlineOf(keys: readonly string[], values: readonly string[], isTight: boolean): string {
  const pairs = keys.map((key, at) => `${key}${isTight ? '=' : ' = '}${values[at] ?? '1'}`);
  return isTight ? `{${pairs.join(',')}}` : `{ ${pairs.join(', ')} }`;
}

const pair = fc
  .tuple(dotted(3), value, fc.constantFrom(' = ', '=', '   = '), fc.constantFrom('', '', '  ', ' # c', '\t# = ['))
  .map((parts) => {
    const [key, text, equals, remark] = parts;
    return key + equals + text + remark;
  });
const noise = fc.constantFrom('', '# c', '  # [p]', '', '# BEGIN other', '# END other', '#:schema x', '\t');
const body = fc.array(fc.oneof({ weight: 4, arbitrary: pair }, { weight: 1, arbitrary: noise }), { maxLength: 4 });
const header = fc
  .tuple(fc.oneof(dotted(3), dotted(2, ' . ')), fc.nat(9), fc.constantFrom('', '', ' # c'))
  .map(([path, kind, remark]) => {
    if (kind === 0) return `[[${path}]]${remark}`;
    return kind === 1 ? `[ ${path} ]${remark}` : `[${path}]${remark}`;
  });
const table = fc
  .tuple(fc.constantFrom([''], [''], [], ['', '# about'], ['# glued']), header, body, fc.constantFrom('', '', '  '))
  .map(([above, head, lines, indent]) => [
    ...above,
    indent + head,
    ...lines.map((line) => (line.includes('\n') ? line : indent + line)),
  ]);

const rows = fc
  .tuple(
    fc.constantFrom('s', 'p.s', 'q'),
    fc.uniqueArray(fc.constantFrom('lite', 'plus', 'x'), { minLength: 1, maxLength: 3 }),
  )
  .map(([path, ids]) => ids.flatMap((id) => ['', `[[${path}]]`, `id = "${id}"`, 'n = 1.50 # c']));

function isValid(text: string): boolean {
  try {
    parse(text, { integersAsBigInt: 'asNeeded' });
    return true;
  } catch {
    return false;
  }
}

/**
 * No header without keys behind one below it. Such a header says nothing; where one is left, it is taken for
 * one that we had to make.
 */
function isUsual(text: string): boolean {
  const below = new Set<string>();
  return parseTOML(text).body[0].body.every((statement) => {
    if (statement.type === 'TOMLKeyValue') return true;
    const names = statement.key.keys.map((name) => (name.type === 'TOMLBare' ? name.name : name.value));
    for (let depth = 1; depth < names.length; depth += 1) below.add(JSON.stringify(names.slice(0, depth)));
    return statement.body.length > 0 || !below.has(JSON.stringify(names));
  });
}

/** TOML in all its spellings of one and the same key. */
export const tomlDocuments: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        body,
        fc.array(fc.oneof({ weight: 5, arbitrary: table }, { weight: 1, arbitrary: rows }), { maxLength: 4 }),
        fc.constantFrom('', '\n', '\n', '\n\n\n\n', '\n# end\n', '\n# end'),
      )
      .map(([root, tables, end]) => [...root, ...tables.flat()].join('\n') + end)
      .filter((text) => isValid(text) && isUsual(text)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '\n',
      '\n\n\n',
      '  ',
      '# only\n',
      '# only',
      '# a\n\n# b\n\n',
      '\n[p]\n',
      '[p]',
      '# a\n[p]\n',
    ),
  },
);
