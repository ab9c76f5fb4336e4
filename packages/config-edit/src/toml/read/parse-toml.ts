import { RackError } from '@modelrack/errors';
import { parse as parseAgain } from 'smol-toml';
import type { AST } from 'toml-eslint-parser';
import { ParseError, parseTOML } from 'toml-eslint-parser';
import type { Parsed } from '../../document/parsed.ts';
import { positionIn } from '../../document/position.ts';
import type { Tokens } from '../../document/tokens.ts';
import type { Document } from '../../types.ts';
import { buildNodes } from './build-nodes.ts';
import { tokensOf, topOf } from './library-syntax.ts';
import { agreesWithValue } from '../../agrees-with-value.ts';

/** @throws RackError `file-invalid`: one of the two parsers does not read it */
export function parseToml(source: Omit<Document, 'root'>): Parsed {
  if (source.top === 'list') {
    throw new RackError('internal', 'a TOML file is never a list', { path: source.name });
  }
  const program = programOf(source);
  const value = readAgain(source);
  const [top] = program.body;
  const root = top.body.length === 0 ? undefined : buildNodes(source.text, topOf(source.text, top));
  const document: Document = { ...source, root };
  secondValues.set(document, value);
  return { document, tokens: tokensOf(program) };
}

/** What the second parser made of a document that is not compared yet: that takes as long as the rest of an edit. */
const secondValues = new WeakMap<Document, unknown>();

/** @throws Error the second parser reads other values */
export function confirmToml({ document }: Parsed): void {
  if (document.root === undefined || !secondValues.has(document)) return;
  if (!agreesWithValue(document.root, secondValues.get(document)))
    throw new Error('the two parsers read different values');
  secondValues.delete(document);
}

function readAgain({ name, text }: Pick<Document, 'name' | 'text'>): unknown {
  try {
    return parseAgain(text, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    // Its messages quote the lines around, which may hold a key: only the first line is passed on.
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    const place = placeOf(error) ?? { line: 1, column: 1 };
    throw new RackError('file-invalid', message.replace(/^Invalid TOML document: /, ''), { path: name, ...place });
  }
}

/** Of any text. @throws RackError `file-invalid` */
export function tokensByLibrary(source: Pick<Document, 'name' | 'text'>): Tokens {
  return tokensOf(programOf(source));
}

function programOf({ name, text }: Pick<Document, 'name' | 'text'>): AST.TOMLProgram {
  try {
    // Without a line end behind it, the parser (1.0.3) gives a last `0` an empty range.
    return parseTOML(`${text}\n`);
  } catch (error) {
    if (error instanceof ParseError) {
      throw new RackError('file-invalid', MESSAGES.get(error.message) ?? inMidSentence(error.message), {
        path: name,
        ...positionIn(text, error.index),
      });
    }
    if (error instanceof RangeError)
      throw new RackError('file-invalid', 'nested too deeply', { path: name, line: 1, column: 1 });
    throw error;
  }
}

const MESSAGES = new Map([
  ['Defining a key multiple times is invalid', 'this key or table is defined a second time'],
  ['Expected comma (,) token', 'a comma is missing before this'],
  ['Expected equal (=) token', 'an equals sign is missing before this'],
  ['Unspecified values are invalid', 'a value is missing here'],
  ['Must be a newline', 'a new line is missing before this'],
]);

function inMidSentence(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function placeOf(error: unknown): { line: number; column: number } | undefined {
  if (typeof error !== 'object' || error === null || !('line' in error) || !('column' in error)) return undefined;
  const { line, column } = error;
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : undefined;
}
