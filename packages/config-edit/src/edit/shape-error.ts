import { RackError } from '@modelrack/errors';
import { positionOf } from '../document/position.ts';
import { entriesOf } from '../nodes.ts';
import type { Document, MapNode, Node } from '../types.ts';

export function shapeError(document: Document, offset: number, message: string): RackError {
  return new RackError('file-shape', message, { path: document.name, ...positionOf(document, offset) });
}

/** A container is needed on the way of a path, and something else stands there. */
export function wrongType(document: Document, node: Node, needed: 'map' | 'list'): RackError {
  const is =
    node.kind === 'scalar' && node.value === null ? 'null' : `a ${node.kind === 'scalar' ? 'single value' : node.kind}`;
  return shapeError(document, node.start, `this is ${is}, a ${needed} is needed`);
}

/**
 * Index of the entry with this key, if there is one.
 * @throws RackError `file-shape`: the key is written twice, so that tools disagree on which one counts
 */
export function uniqueEntry(document: Document, map: MapNode, key: string): number | undefined {
  const [first, second] = entriesOf(map, key);
  if (first === undefined || second === undefined) return first;
  const firstLine = positionOf(document, map.entries[first]?.at ?? 0).line;
  const at = map.entries[second]?.at ?? 0;
  const { line } = positionOf(document, at);
  throw shapeError(document, at, `"${key}" is written twice, in lines ${firstLine} and ${line}`);
}
