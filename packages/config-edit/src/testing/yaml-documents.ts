import fc from 'fast-check';
import { parseDocument } from 'yaml';

type Tree =
  | { readonly kind: 'leaf'; readonly text: string }
  | { readonly kind: 'literal'; readonly header: string; readonly lines: readonly string[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, Tree])[] }
  | { readonly kind: 'list'; readonly items: readonly Tree[] };

/** Choices that are used up one after the other, again and again. */
interface Layout {
  readonly units: readonly number[];
  readonly dashes: readonly number[];
  /** Behind a value in its line. */
  readonly remarks: readonly string[];
  /** Lines between two lines; the blanks in front of a comment count from the column that it stands in. */
  readonly noise: readonly (readonly string[])[];
  readonly flow: readonly ('no' | 'line' | 'tight' | 'lines')[];
  readonly colons: readonly string[];
  readonly compact: readonly boolean[];
}

const KEYS = [
  'p',
  'q',
  'r',
  's',
  "'p'",
  '"q"',
  '"\\u0072"',
  '""',
  '__proto__',
  '1',
  "'012'",
  '模型/甲',
  '"a\\"b\\\\"',
  'x.y',
  '? s',
  '<<x',
  'a b',
  '<<',
  '&k q',
];

const LEAVES = [
  '',
  '',
  'null',
  '~',
  'yes',
  'no',
  '0755',
  '0o17',
  '0xFF',
  '1.10',
  '1e3',
  '-.inf',
  '.nan',
  '12345678901234567890',
  '2026-02-30',
  "''",
  "'it''s'",
  '"# no"',
  "': '",
  '"\\u00e9\\x41"',
  'x',
  'lite',
  'a#b',
  'http://h:1/v1#x',
  '!!str 12',
  'two words',
  '"a\n\n      b"',
  'plain\n      goes on',
  '模型',
  '*b',
  '&a x',
  '&a',
];

const literals: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.constantFrom('|', '|+', '|-', '>', '>+', '| # c', '|+ # c'),
    fc.array(fc.constantFrom('t', '# no', '', '  deeper', 'a: 1', '- x', ''), { maxLength: 4 }),
  )
  .map(([header, lines]) => ({ kind: 'literal', header, lines }));
const leaves: fc.Arbitrary<Tree> = fc.constantFrom(...LEAVES).map((text) => ({ kind: 'leaf', text }));

function mapOf(node: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), node), {
      maxLength: 5,
      selector: ([key]) => key.replaceAll(/["'? ]|&k/g, ''),
    })
    .map((entries) => ({ kind: 'map', entries }));
}

const models: fc.Arbitrary<Tree> = fc
  .tuple(fc.uniqueArray(fc.constantFrom('lite', '"plus"', "'x'"), { maxLength: 3 }), fc.boolean())
  .map(([ids, isFirst]) => ({
    kind: 'list',
    items: ids.map((id): Tree => {
      const fields: [string, Tree][] = [
        ['id', { kind: 'leaf', text: id }],
        ['n', { kind: 'leaf', text: '1.50' }],
      ];
      return { kind: 'map', entries: isFirst ? fields : fields.toReversed() };
    }),
  }));

const { node } = fc.letrec<{ node: Tree }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 3, arbitrary: leaves },
    { weight: 1, arbitrary: literals },
    { weight: 3, arbitrary: mapOf(tie('node')) },
    { weight: 1, arbitrary: fc.array(tie('node'), { maxLength: 4 }).map((items): Tree => ({ kind: 'list', items })) },
    { weight: 1, arbitrary: models },
  ),
}));

const many = <T>(choice: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(choice, { minLength: 1, maxLength: 14 });
const layouts: fc.Arbitrary<Layout> = fc.record({
  units: many(fc.constantFrom(2, 2, 2, 4, 1, 3)),
  dashes: many(fc.constantFrom(0, 0, 2, 2, 4)),
  remarks: many(fc.constantFrom('', '', '', '', '  ', ' # c', '   # c: [', '\t# t')),
  noise: many(
    fc.constantFrom(
      [],
      [],
      [],
      [],
      ['# c'],
      [''],
      ['', '# about'],
      ['  # - deeper: 1'],
      ['# even', '  # deeper'],
      ['    # deep', ''],
      ['<# less'],
      ['   '],
      ['', '', '  # x'],
    ),
  ),
  flow: many(fc.constantFrom('no', 'no', 'no', 'no', 'line', 'tight', 'lines')),
  colons: many(fc.constantFrom(' ', ' ', ' ', '   ', '\t')),
  compact: many(fc.boolean()),
});

class Printer {
  readonly #layout: Layout;
  #used = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  print(tree: Tree): string {
    const lines = tree.kind === 'map' && tree.entries.length > 0 ? this.#block(tree, 0) : '{}\n';
    return this.#noise(0) + lines + this.#noise(0);
  }

  #next<T>(choices: readonly T[]): T | undefined {
    return choices[this.#used++ % choices.length];
  }

  #noise(column: number): string {
    const lines = this.#next(this.#layout.noise) ?? [];
    return lines
      .map((line) =>
        line.startsWith('<')
          ? `${' '.repeat(Math.max(column - 1, 0))}${line.slice(1)}`
          : `${line.trim() === '' ? '' : ' '.repeat(column)}${line}`,
      )
      .map((line) => `${line}\n`)
      .join('');
  }

  /** From the first key or dash on, without its indentation; with the line end behind. */
  #block(tree: Tree, column: number): string {
    const lead = ' '.repeat(column);
    if (tree.kind === 'map') {
      return tree.entries
        .map(([key, value]) => {
          if (key.startsWith('?')) return `${key}\n${lead}:${this.#value(value, column, false)}`;
          return `${key}:${this.#value(value, column, false)}`;
        })
        .map((part, at) => (at === 0 ? part : this.#noise(column) + lead + part))
        .join('');
    }
    if (tree.kind !== 'list') return '';
    return tree.items
      .map((item) => `-${this.#value(item, column, true)}`)
      .map((part, at) => (at === 0 ? part : this.#noise(column) + lead + part))
      .join('');
  }

  /** Behind a colon or dash in this column. */
  #value(tree: Tree, column: number, isItem: boolean): string {
    const remark = this.#next(this.#layout.remarks) ?? '';
    if (tree.kind === 'leaf') {
      const [first = '', ...rest] = tree.text.split('\n');
      const deep = rest.map((line) => (line === '' ? '\n' : `\n${' '.repeat(column + 1)}${line.trim()}`)).join('');
      return `${first === '' ? '' : (this.#next(this.#layout.colons) ?? ' ')}${first}${deep}${remark}\n`;
    }
    if (tree.kind === 'literal') {
      const lead = ' '.repeat(column + 2);
      return ` ${tree.header}\n${tree.lines.map((line) => (line === '' ? '\n' : `${lead}${line}\n`)).join('')}`;
    }
    const style = this.#next(this.#layout.flow) ?? 'no';
    const count = tree.kind === 'map' ? tree.entries.length : tree.items.length;
    if (count === 0 || style !== 'no') return ` ${this.#flow(tree, column, style)}${remark}\n`;
    if (isItem && this.#next(this.#layout.compact) === true) return ` ${this.#block(tree, column + 2)}`;
    const dash = this.#next(this.#layout.dashes) ?? 0;
    const unit = this.#next(this.#layout.units) ?? 2;
    const deeper = tree.kind === 'map' || (isItem && dash === 0) ? unit : dash;
    const inner = column + deeper;
    return `${remark}\n${this.#noise(inner)}${' '.repeat(inner)}${this.#block(tree, inner)}`;
  }

  #flow(tree: Tree, column: number, style: 'no' | 'line' | 'tight' | 'lines'): string {
    if (tree.kind === 'leaf') return tree.text.replaceAll(/\s*\n\s*/g, ' ');
    if (tree.kind === 'literal') return JSON.stringify(tree.lines.join('\n'));
    const [open, close] = tree.kind === 'map' ? '{}' : '[]';
    const parts =
      tree.kind === 'map'
        ? tree.entries.map(([key, value]) => this.#flowEntry(key.replace('? ', ''), this.#flow(value, column, style)))
        : tree.items.map((item) => this.#flow(item, column, style)).map((text) => (text === '' ? "''" : text));
    if (parts.length === 0) return style === 'lines' ? `${open} ${close}` : `${open}${close}`;
    if (style === 'tight') return `${open}${parts.join(',')}${close}`;
    if (style !== 'lines') return `${open} ${parts.join(', ')} ${close}`;
    const lead = `\n${' '.repeat(column + 2)}`;
    const lines = parts.map((part) => `${lead}${part},${this.#next(['', '', ' # c']) ?? ''}`);
    return `${open}${lines.join('')}${lead}${close}`;
  }

  #flowEntry(key: string, value: string): string {
    if (value === '') return this.#next([true, false]) === true ? key : `${key}:`;
    return `${key}: ${value}`;
  }
}

function isValid(text: string): boolean {
  return parseDocument(text, { uniqueKeys: true }).errors.length === 0;
}

const ends = fc.constantFrom('', '', '', '\n', '\n\n', '# end\n', '# end', '...\n', '  # end\n\n');

/** YAML as people and programs leave it. */
export const yamlDocuments: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .record({
        tree: mapOf(node),
        layout: layouts,
        start: fc.constantFrom('', '', '', '', '---\n', '# top\n\n', '%YAML 1.2\n---\n', '--- # top\n'),
        ends,
        isCut: fc.nat(3),
      })
      .map(({ tree, layout, start, ends: end, isCut }) => {
        const body = new Printer(layout).print(tree);
        const base = body.includes('*b') ? 'base: &b {p: 1}\n' : '';
        const text = start + base + body + end;
        return isCut === 0 ? text.replace(/\n$/, '') : text;
      })
      .filter(isValid),
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
      '---\n',
      '---',
      '--- # c\n# d\n',
      '---\n...\n',
      '{}',
      '{}\n',
      '{ # c\n}\n',
      '--- {p: 1}\n',
      '{"p": 1, "q": {"r": []}}\n',
      '{\n  "p": 1\n}\n',
      'p:',
      'p: # c',
      'p:\n  # c\n',
      '  p: 1\n  q:\n    r: 2\n',
    ),
  },
);
