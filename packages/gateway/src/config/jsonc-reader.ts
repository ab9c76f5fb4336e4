import { RackError } from '@modelrack/errors';
import { getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';

/** One value of a JSONC file that knows where it stands. */
export interface Place {
  readonly node: Node;
  /** An error at this place; the message never holds what stands there. */
  fail(message: string, hint?: string): RackError;
  /** Members in order. Throws if it is no object, or has a name twice. */
  members(what: string): ReadonlyMap<string, Place>;
  items(what: string): readonly Place[];
  text(what: string): string;
  count(what: string): number;
}

function locate(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const line = before.split(/\r\n|\r|\n/u).length;
  return { line, column: offset - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) };
}

/** Parses a JSONC text. Throws RackError `file-invalid` with line and column. */
export function readJsonc(text: string, path: string): Place {
  const failAt = (offset: number, message: string, hint?: string): RackError =>
    new RackError('file-invalid', message, { path, hint, ...locate(text, offset) });
  const errors: ParseError[] = [];
  // A byte-order mark is a blank for the offsets.
  const root = parseTree(text.replace(/^\uFEFF/u, ' '), errors, { allowTrailingComma: true });
  const isEmpty = text.replace(/^\uFEFF/u, '').trim() === '';
  if (isEmpty) throw failAt(0, 'The file is empty', 'Write {} for a gateway without connections.');
  const [first] = errors;
  if (first !== undefined)
    throw failAt(first.offset, `This is not valid JSON: ${spellOut(printParseErrorCode(first.error))}`);
  if (root === undefined) throw failAt(0, 'This is not valid JSON');

  const place = (node: Node): Place => {
    const fail = (message: string, hint?: string) => failAt(node.offset, message, hint);
    return {
      node,
      fail,
      members(what) {
        if (node.type !== 'object') throw fail(`${what} must be an object`);
        const found = new Map<string, Place>();
        for (const { children = [], offset } of node.children ?? []) {
          const [key, value] = children;
          if (key === undefined || value === undefined) continue;
          const name = String(getNodeValue(key));
          if (found.has(name)) throw failAt(offset, `${JSON.stringify(name)} is written twice`);
          found.set(name, place(value));
        }
        return found;
      },
      items(what) {
        if (node.type !== 'array') throw fail(`${what} must be a list`);
        return (node.children ?? []).map(place);
      },
      text(what) {
        if (node.type !== 'string' || node.value === '') throw fail(`${what} must be a text`);
        return String(node.value);
      },
      count(what) {
        const { value } = node;
        if (node.type === 'number' && Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
        throw fail(`${what} must be a whole number above 0`);
      },
    };
  };
  return place(root);
}

/** `CommaExpected` as words. */
function spellOut(code: string): string {
  return code.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

/** Refuses names that nobody reads: a typing error would otherwise be a setting that does nothing. */
export function checkNames(members: ReadonlyMap<string, Place>, known: readonly string[]): void {
  for (const [name, value] of members) {
    if (name === '$schema' || known.includes(name)) continue;
    throw value.fail(`There is no setting ${JSON.stringify(name.slice(0, 60))} here`, `Known are ${known.join(', ')}.`);
  }
}
