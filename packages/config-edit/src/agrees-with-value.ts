import { isRecord } from '@modelrack/json';
import type { Node } from './types.ts';

/** The values that the second parser read are those of the nodes. Dates are objects there and are not compared. */
export function agreesWithValue(node: Node, value: unknown): boolean {
  if (node.kind === 'scalar') return agreesWithScalar(node.value, value);
  if (node.kind === 'list') {
    return (
      Array.isArray(value) &&
      value.length === node.items.length &&
      node.items.every((item, index) => agreesWithValue(item, value[index]))
    );
  }
  return (
    isRecord(value) &&
    Object.keys(value).length === node.entries.length &&
    // A key `__proto__` is a property of its own there.
    node.entries.every((entry) => Object.hasOwn(value, entry.key) && agreesWithValue(entry.value, value[entry.key]))
  );
}

function agreesWithScalar(scalar: null | boolean | number | bigint | string, value: unknown): boolean {
  if (scalar === value) return true;
  if (value instanceof Date) return typeof scalar === 'string';
  if (typeof scalar === 'bigint' || typeof value === 'bigint') {
    return (
      (typeof value === 'bigint' || typeof value === 'number') && scalar !== null && BigInt(value) === BigInt(scalar)
    );
  }
  // In strings of several lines one parser keeps the line ends of Windows, the other does not; both may.
  if (typeof scalar === 'string' && typeof value === 'string') return unixLines(scalar) === unixLines(value);
  return Object.is(scalar, value);
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
