import type { CST } from 'yaml';
import type { TokenColumns, Tokens } from '../../document/tokens.ts';
import { TokenKind, tokenColumns } from '../../document/tokens.ts';

/** Kinds that only YAML has. */
export const YamlKind = { anchor: 10, literal: 11, documentEnd: 12 } as const;

const KINDS: Readonly<Record<string, number>> = {
  comma: TokenKind.comma,
  comment: TokenKind.lineComment,
  anchor: YamlKind.anchor,
  'block-scalar-header': YamlKind.literal,
};
const BLANK = new Set(['space', 'newline', 'byte-order-mark', 'doc-mode', 'flow-error-end']);

/** All tokens with the comments; a block of text is its header and, without the last line end, its lines. */
export function tokensOf(stream: readonly CST.Token[]): Tokens {
  const columns = tokenColumns();
  for (const token of stream) pushToken(columns, token);
  return columns;
}

function pushToken(columns: TokenColumns, token: CST.Token): void {
  switch (token.type) {
    case 'document':
      pushAll(columns, token.start);
      if (token.value !== undefined) pushToken(columns, token.value);
      pushAll(columns, token.end);
      return;
    case 'doc-end':
      push(columns, token, YamlKind.documentEnd);
      pushAll(columns, token.end);
      return;
    case 'block-map':
    case 'block-seq':
      pushItems(columns, token.items);
      return;
    case 'flow-collection':
      push(columns, token.start, TokenKind.other);
      pushItems(columns, token.items);
      pushAll(columns, token.end);
      return;
    case 'block-scalar':
      pushAll(columns, token.props);
      pushLines(columns, token);
      return;
    case 'alias':
    case 'scalar':
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      push(columns, token, TokenKind.other);
      pushAll(columns, token.end);
      return;
    default:
      if (!BLANK.has(token.type)) push(columns, token, KINDS[token.type] ?? TokenKind.other);
  }
}

function pushItems(columns: TokenColumns, items: readonly CST.CollectionItem[]): void {
  for (const { start, key, sep, value } of items) {
    pushAll(columns, start);
    if (key !== undefined && key !== null) pushToken(columns, key);
    pushAll(columns, sep);
    if (value !== undefined) pushToken(columns, value);
  }
}

function pushAll(columns: TokenColumns, tokens: readonly CST.Token[] | undefined): void {
  for (const token of tokens ?? []) pushToken(columns, token);
}

function push(columns: TokenColumns, token: { offset: number; source: string }, kind: number): void {
  if (token.source === '') return;
  columns.kinds.push(kind);
  columns.starts.push(token.offset);
  columns.ends.push(token.offset + token.source.length);
}

function pushLines(columns: TokenColumns, scalar: CST.BlockScalar): void {
  const start = endOfHeader(scalar);
  const source = scalar.source.slice(0, Math.max(0, literalEnd(scalar) - start));
  push(columns, { offset: start, source }, YamlKind.literal);
}

/** Behind a block of text, without its last line end, nor the blank lines that are not its own. */
export function literalEnd(scalar: CST.BlockScalar): number {
  const header = scalar.props.find(({ type }) => type === 'block-scalar-header');
  const isKept = header !== undefined && 'source' in header && header.source.includes('+');
  const source = isKept || scalar.source.trim() !== '' ? scalar.source : '';
  const last = scalar.props.at(-1);
  if (source === '' && last?.type === 'newline') return last.offset;
  return endOfHeader(scalar) + source.replace(/\r?\n$/, '').length;
}

function endOfHeader({ props, offset }: CST.BlockScalar): number {
  const last = props.at(-1);
  return last !== undefined && 'source' in last ? last.offset + last.source.length : offset;
}
