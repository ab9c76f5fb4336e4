import type { AST } from 'toml-eslint-parser';
import type { TokenColumns, Tokens } from '../../document/tokens.ts';
import { tokenColumns, TokenKind } from '../../document/tokens.ts';
import type { ScalarNode } from '../../types.ts';
import type { TomlInline, TomlKey, TomlKeyPart, TomlPair, TomlTable, TomlTop, TomlValue } from '../syntax.ts';

/** The tree of the library in our form. */
export function topOf(text: string, { body: statements }: AST.TOMLTopLevelTable): TomlTop {
  const body: (TomlPair | TomlTable)[] = [];
  const top: TomlTop = { kind: 'top', body };
  for (const statement of statements)
    body.push(statement.type === 'TOMLKeyValue' ? pairOf(text, statement, top) : tableOf(text, statement));
  return top;
}

function tableOf(text: string, { range, key, kind, body: pairs }: AST.TOMLTable): TomlTable {
  const isItem = kind === 'array';
  const headerEnd = text.indexOf(']', key.range[1]) + (isItem ? 2 : 1);
  const body: TomlPair[] = [];
  const table: TomlTable = { kind: 'table', isItem, start: range[0], headerEnd, ...keyOf(key), body };
  for (const pair of pairs) body.push(pairOf(text, pair, table));
  return table;
}

function pairOf(text: string, { key, value }: AST.TOMLKeyValue, parent: TomlPair['parent']): TomlPair {
  return { kind: 'pair', ...keyOf(key), value: valueOf(text, value), parent };
}

function keyOf({ keys, range }: AST.TOMLKey): TomlKey {
  const path = keys.map(partOf);
  const last = path.pop() ?? { name: '', start: range[0], end: range[1] };
  return { path, last };
}

function partOf(part: AST.TOMLBare | AST.TOMLQuoted): TomlKeyPart {
  const [start, end] = part.range;
  return { name: part.type === 'TOMLBare' ? part.name : part.value, start, end };
}

function valueOf(text: string, value: AST.TOMLContentNode): TomlValue {
  const [start, end] = value.range;
  if (value.type === 'TOMLArray')
    return { kind: 'array', start, end, elements: value.elements.map((element) => valueOf(text, element)) };
  if (value.type === 'TOMLValue') return { kind: 'scalar', start, end, value: scalarOf(text, value) };
  const body: TomlPair[] = [];
  const table: TomlInline = { kind: 'inline', start, end, body };
  for (const pair of value.body) body.push(pairOf(text, pair, table));
  return table;
}

function scalarOf(text: string, node: AST.TOMLValue): ScalarNode['value'] {
  if (node.kind === 'integer') return wholeNumber(node.bigint);
  if (node.kind === 'string' || node.kind === 'float' || node.kind === 'boolean') return node.value;
  return text.slice(node.range[0], node.range[1]);
}

function wholeNumber(value: bigint): number | bigint {
  return BigInt(Number(value)) === value ? Number(value) : value;
}

export function tokensOf(program: AST.TOMLProgram): Tokens {
  const columns = tokenColumns();
  let comment = 0;
  for (const token of program.tokens) {
    comment = pushComments(columns, { comments: program.comments, from: comment, until: token.range[0] });
    const isComma = token.type === 'Punctuator' && token.value === ',';
    push(columns, token.range, isComma ? TokenKind.comma : TokenKind.other);
  }
  pushComments(columns, { comments: program.comments, from: comment, until: Number.POSITIVE_INFINITY });
  return columns;
}

function pushComments(
  columns: TokenColumns,
  { comments, from, until }: { comments: readonly AST.Comment[]; from: number; until: number },
): number {
  let at = from;
  for (let comment = comments[at]; comment !== undefined && comment.range[0] < until; comment = comments[at]) {
    push(columns, comment.range, TokenKind.lineComment);
    at += 1;
  }
  return at;
}

function push(columns: TokenColumns, [start, end]: readonly [number, number], kind: number): void {
  columns.kinds.push(kind);
  columns.starts.push(start);
  columns.ends.push(end);
}
