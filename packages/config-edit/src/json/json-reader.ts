import { RackError } from '@modelrack/errors';
import { createScanner } from 'jsonc-parser/lib/umd/impl/scanner.js';
import { positionIn } from '../document/position.ts';
import type { TokenColumns } from '../document/tokens.ts';
import { tokenColumns, TokenKind } from '../document/tokens.ts';
import type { Document } from '../types.ts';

/** The scanner's kinds of token. Its own enum is const and ambient: not to be imported. */
export const Kind = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blanks: 15,
  unknown: 16,
  end: 17,
} as const;

/** A scanner with the token that it stands on; comments go by into `tokens`. */
export interface JsonReader {
  readonly name: string;
  readonly text: string;
  /** Neither comments nor trailing commas. */
  readonly isStrict: boolean;
  readonly scanner: ReturnType<typeof createScanner>;
  readonly tokens: TokenColumns;
  kind: number;
  start: number;
  end: number;
}

export function readerOf(source: Omit<Document, 'root'>): JsonReader {
  const { name, text, format } = source;
  const scanner = createScanner(text, false);
  return {
    name,
    text,
    isStrict: format === 'json',
    scanner,
    tokens: tokenColumns(),
    kind: Kind.unknown,
    start: 0,
    end: 0,
  };
}

/** To the next token that is no comment. */
export function advance(reader: JsonReader): void {
  const { scanner, tokens } = reader;
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === Kind.lineBreak || kind === Kind.blanks) continue;
    reader.kind = kind;
    reader.start = scanner.getTokenOffset();
    reader.end = reader.start + scanner.getTokenLength();
    if (kind === Kind.end) return;
    refuseBadToken(reader);
    tokens.kinds.push(kindOf(kind));
    tokens.starts.push(reader.start);
    tokens.ends.push(reader.end);
    if (kind !== Kind.lineComment && kind !== Kind.blockComment) return;
    if (reader.isStrict) failAt(reader, reader.start, 'comments are not allowed in this file');
  }
}

export function failAt(reader: JsonReader, offset: number, message: string): never {
  throw new RackError('file-invalid', message, { path: reader.name, ...positionIn(reader.text, offset) });
}

const ERRORS = [
  '',
  'this comment is never closed',
  'this text in quotes is not closed on its line',
  'this number is incomplete',
  'this is not a valid \\u escape',
  'this text contains an escape that JSON does not have',
  'this text contains a control character',
];

function refuseBadToken(reader: JsonReader): void {
  const error: number = reader.scanner.getTokenError();
  if (error !== 0) failAt(reader, reader.start, ERRORS[error] ?? 'this cannot be read');
  if (reader.kind === Kind.unknown) failAt(reader, reader.start, 'this is not JSON');
}

function kindOf(kind: number): number {
  if (kind === Kind.comma) return TokenKind.comma;
  if (kind === Kind.lineComment) return TokenKind.lineComment;
  return kind === Kind.blockComment ? TokenKind.blockComment : TokenKind.other;
}
