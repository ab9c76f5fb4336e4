import { RackError } from '@modelrack/errors';
import type { Parsed } from '../document/parsed.ts';
import { positionIn } from '../document/position.ts';
import type { Document, ListNode, MapEntry, MapNode, Node, ScalarNode } from '../types.ts';
import type { JsonReader } from './json-reader.ts';
import { advance, failAt, Kind, readerOf } from './json-reader.ts';

/** Deeper files are nobody's settings; every walk over a document is recursive. */
const DEEPEST = 500;

const kindWords = { map: 'a map', list: 'a list', scalar: 'a single value' } as const;

/** @throws RackError `file-invalid` with the place of the first thing that does not belong there */
export function parseJson(source: Omit<Document, 'root'>): Parsed {
  const reader = readerOf(source);
  advance(reader);
  let root: Document['root'];
  if (reader.kind !== Kind.end) {
    const node = readValue(reader, 0);
    if (reader.kind !== Kind.end) failAt(reader, reader.start, 'there is text after the end of the document');
    if (node.kind === 'scalar' || node.kind !== source.top) {
      const wanted = source.top === 'map' ? 'a map in braces' : 'a list in brackets';
      throw new RackError('file-invalid', `the top level is ${kindWords[node.kind]}, not ${wanted}`, {
        path: source.name,
        ...positionIn(source.text, node.start),
      });
    }
    root = node;
  }
  return { document: { ...source, root }, tokens: reader.tokens };
}

function readValue(reader: JsonReader, depth: number): Node {
  if (depth > DEEPEST) failAt(reader, reader.start, `nested deeper than ${DEEPEST} levels`);
  if (reader.kind === Kind.openBrace) return readMap(reader, depth);
  if (reader.kind === Kind.openBracket) return readList(reader, depth);
  return readScalar(reader);
}

function readMap(reader: JsonReader, depth: number): MapNode {
  const { start } = reader;
  const entries: MapEntry[] = [];
  advance(reader);
  while (reader.kind !== Kind.closeBrace) {
    if (reader.kind !== Kind.string) failAt(reader, reader.start, expectation(reader, 'a key in double quotes'));
    const at = reader.start;
    const key = reader.scanner.getTokenValue();
    advance(reader);
    if (!isAt(reader, Kind.colon)) failAt(reader, reader.start, expectation(reader, 'a colon'));
    advance(reader);
    entries.push({ key, at, value: readValue(reader, depth + 1) });
    passComma(reader, Kind.closeBrace, '}');
  }
  const end = reader.end;
  advance(reader);
  return { kind: 'map', start, end, entries };
}

function readList(reader: JsonReader, depth: number): ListNode {
  const { start } = reader;
  const items: Node[] = [];
  advance(reader);
  while (reader.kind !== Kind.closeBracket) {
    items.push(readValue(reader, depth + 1));
    passComma(reader, Kind.closeBracket, ']');
  }
  const end = reader.end;
  advance(reader);
  return { kind: 'list', start, end, items };
}

/** A call, as TypeScript does not see that `advance` moved the reader. */
function isAt(reader: JsonReader, kind: number): boolean {
  return reader.kind === kind;
}

function passComma(reader: JsonReader, close: number, bracket: string): void {
  if (reader.kind === close) return;
  if (reader.kind !== Kind.comma) {
    const isNext =
      reader.kind === Kind.string ||
      reader.kind <= Kind.openBracket ||
      (reader.kind >= Kind.null && reader.kind <= Kind.number);
    failAt(
      reader,
      reader.start,
      isNext ? 'a comma is missing before this' : expectation(reader, `a comma or ${bracket}`),
    );
  }
  const comma = reader.start;
  advance(reader);
  if (isAt(reader, close) && reader.isStrict)
    failAt(reader, comma, 'a comma before the closing bracket is not allowed in this file');
}

function readScalar(reader: JsonReader): ScalarNode {
  const { start, end, kind } = reader;
  const value = scalarOf(reader);
  if (value === undefined)
    failAt(
      reader,
      start,
      kind === Kind.comma ? 'a value is missing before this comma' : expectation(reader, 'a value'),
    );
  advance(reader);
  return { kind: 'scalar', start, end, value };
}

function scalarOf(reader: JsonReader): ScalarNode['value'] | undefined {
  switch (reader.kind) {
    case Kind.string:
      return reader.scanner.getTokenValue();
    case Kind.number:
      return numberOf(reader.text.slice(reader.start, reader.end));
    case Kind.true:
      return true;
    case Kind.false:
      return false;
    case Kind.null:
      return null;
    default:
      return undefined;
  }
}

function numberOf(spelling: string): number | bigint {
  const value = Number(spelling);
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(spelling)) return value;
  const whole = BigInt(spelling);
  return Number.isFinite(value) && BigInt(value) === whole ? value : whole;
}

function expectation(reader: JsonReader, what: string): string {
  return reader.kind === Kind.end ? `the file ends where ${what} is expected` : `${what} is expected here`;
}
