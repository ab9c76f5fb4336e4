import { findNode, type ItemStep, type MapNode, type Node, type Step } from '@modelrack/config-edit';
import type { OwnChange } from '@modelrack/tool-kit';
import { errorAt, nodeAt, type OpenFile } from './draft.ts';
import type { OtherOwners } from './other-owners.ts';
import { idOf, pathKey, type DisplacedEntry, type OwnedCollection } from './owned.ts';
import { isNamedByConnection } from './resolve-place.ts';

/** A collection as it stands in the file. */
export interface Standing {
  readonly change: OwnChange;
  readonly known: OwnedCollection | undefined;
  /** By id, in the order of the file. */
  readonly entries: ReadonlyMap<string, Node>;
  /** Some entry of an earlier write is there: a missing one was deleted by the user. */
  readonly hasSiblings: boolean;
  readonly others: OtherOwners;
  /** Filled while planning. */
  readonly displaced: Record<string, DisplacedEntry>;
}

/** No field and no name of the file says whose an item is. */
export function isSharedList(file: OpenFile, { shape, path }: OwnChange): boolean {
  return shape.as === 'list' && shape.match === undefined && !isNamedByConnection(file.spec) && path.length > 0;
}

export function standingOf(file: OpenFile, change: OwnChange, others?: OtherOwners): Standing {
  const known = file.owned.collections[pathKey(change.path)];
  const node = nodeAt(file, change.path);
  const entries = node === undefined ? new Map<string, Node>() : entriesOf(file, change, { node, known });
  const hasSiblings = Object.keys(known?.entries ?? {}).some((key) => entries.has(idOf(key)));
  return {
    change,
    known,
    entries,
    hasSiblings,
    others: others ?? { entries: new Map(), displacedFromUs: new Set() },
    displaced: { ...known?.displaced },
  };
}

function entriesOf(
  file: OpenFile,
  change: OwnChange,
  found: { node: Node; known: OwnedCollection | undefined },
): Map<string, Node> {
  const { node, known } = found;
  const expected = change.shape.as === 'map' ? 'map' : 'list';
  if (node.kind !== expected) {
    // `null` and the like are refused by the edit itself; here nothing stands yet.
    if (node.kind === 'scalar') return new Map();
    const word = expected === 'map' ? 'an object' : 'a list';
    throw errorAt(file, node, {
      code: 'file-shape',
      message: `${word} is needed here`,
      hint: 'correct the file, then run again',
    });
  }
  if (node.kind === 'map') return new Map(node.entries.map((entry) => [entry.key, entry.value]));
  const shape = change.shape.as === 'list' ? change.shape : undefined;
  // Without fields that tell ours apart every item of the list counts.
  const matches = [shape?.match ?? {}, ...(known?.match === undefined ? [] : [known.match])];
  const entries = new Map<string, Node>();
  for (const item of node.kind === 'list' ? node.items : []) {
    if (item.kind !== 'map' || shape === undefined) continue;
    const id = textOf(item, shape.key);
    if (id === undefined || entries.has(id)) continue;
    if (matches.some((match) => holds(item, match))) entries.set(id, item);
  }
  return entries;
}

function textOf(item: MapNode, field: string): string | undefined {
  const node = findNode(item, [field]);
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

function holds(item: MapNode, match: Readonly<Record<string, string>>): boolean {
  return Object.entries(match).every(([field, value]) => textOf(item, field) === value);
}

/** The step to an entry, also while it still holds the `match` of an earlier write. */
export function stepTo(standing: Standing, id: string): Step {
  const { shape } = standing.change;
  if (shape.as === 'map') return id;
  const node = standing.entries.get(id);
  const old = standing.known?.match;
  const isOld = old !== undefined && node?.kind === 'map' && holds(node, old) && !holds(node, shape.match ?? {});
  const item = { [shape.key]: id, ...shape.match };
  const step: ItemStep = isOld ? { item, or: { [shape.key]: id, ...old } } : { item };
  return step;
}
