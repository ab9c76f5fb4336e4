import { findNode, type ItemStep, type Node, type Step } from '@modelrack/config-edit';
import type { OwnChange, OwnShape } from '@modelrack/tool-kit';
import { isInOurBlock } from '../ledger/our-block.ts';
import { idOf, pathKey, type DisplacedEntry, type OwnedCollection } from '../ledger/owned.ts';
import { errorAt, nodeAt, type FileDraft, type OpenFile } from '../open-file/draft.ts';
import type { OtherOwners } from './other-owners.ts';

/** A collection as it stands in the file. */
export interface Standing {
  readonly change: OwnChange;
  readonly known: OwnedCollection | undefined;
  /** By id, in the order of the file. */
  readonly entries: ReadonlyMap<string, Node>;
  /** Ids whose key in a map leads to something that is not ours. */
  readonly taken: ReadonlySet<string>;
  /** No field, no name of the file and no step that leads here says whose an entry is. */
  readonly isShared: boolean;
  /** Some entry of an earlier write is there: a missing one was deleted by the user. */
  readonly hasSiblings: boolean;
  readonly others: OtherOwners;
  /** Filled while planning. */
  readonly displaced: Record<string, DisplacedEntry>;
}

export function standingOf(
  { file, context }: Pick<FileDraft, 'file' | 'context'>,
  change: OwnChange,
  others?: OtherOwners,
): Standing {
  const { path, shape } = change;
  const known = file.owned.collections[pathKey(path)];
  const node = nodeAt(file, path);
  const { entries, taken } = node === undefined ? nothing : entriesOf(file, change, { node, known });
  const hasSiblings = Object.keys(known?.entries ?? {}).some((key) => entries.has(idOf(key)));
  const isNamed =
    shape.match !== undefined ||
    (path.length === 0 && shape.as === 'list') ||
    isInOurBlock(file.spec, path, context.connection);
  return {
    change,
    known,
    entries,
    taken,
    isShared: !isNamed,
    hasSiblings,
    others: others ?? { entries: new Map(), displacedFromUs: new Set() },
    displaced: { ...known?.displaced },
  };
}

interface Found {
  readonly entries: ReadonlyMap<string, Node>;
  readonly taken: ReadonlySet<string>;
}
const nothing: Found = { entries: new Map(), taken: new Set() };

function entriesOf(
  file: OpenFile,
  { shape }: OwnChange,
  there: { node: Node; known: OwnedCollection | undefined },
): Found {
  const { node, known } = there;
  const expected = shape.as === 'map' ? 'map' : 'list';
  if (node.kind !== expected) {
    // `null` and the like are refused by the edit itself; here nothing stands yet.
    if (node.kind === 'scalar') return nothing;
    const word = expected === 'map' ? 'an object' : 'a list';
    throw errorAt(file, node, {
      code: 'file-shape',
      message: `${word} is needed here`,
      hint: 'correct the file, then run again',
    });
  }
  // Without fields that tell ours apart every entry counts.
  const matches = [shape.match ?? {}, ...(known?.match === undefined ? [] : [known.match])];
  const entries = new Map<string, Node>();
  const taken = new Set<string>();
  for (const [text, entry] of namedEntries(node, shape)) {
    const id = withoutPrefix(text, shape.prefix);
    if (id === undefined || (shape.as !== 'map' && entries.has(id))) continue;
    if (matches.some((match) => holds(entry, match))) entries.set(id, entry);
    else if (shape.as === 'map') taken.add(id);
  }
  return { entries, taken };
}

/** What an entry is called in the file, and the entry. */
function namedEntries(node: Node, shape: OwnShape): (readonly [string, Node])[] {
  if (node.kind === 'map') return node.entries.map(({ key, value }) => [key, value] as const);
  if (node.kind === 'scalar') return [];
  return node.items.flatMap((item) => {
    const name = shape.as === 'list' ? stringOf(findNode(item, [shape.key])) : stringOf(item);
    return name === undefined ? [] : [[name, item] as const];
  });
}

function stringOf(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

export function withoutPrefix(text: string, prefix = ''): string | undefined {
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}

function holds(node: Node, match: Readonly<Record<string, string>>): boolean {
  return Object.entries(match).every(([field, value]) => stringOf(findNode(node, [field])) === value);
}

/** How an id is written in the file. */
export function textOf({ shape }: OwnChange, id: string): string {
  return `${shape.prefix ?? ''}${id}`;
}

/** The step to an entry, also while it still holds the `match` of an earlier write. */
export function stepTo(standing: Standing, id: string): Step {
  const { shape } = standing.change;
  const name = textOf(standing.change, id);
  if (shape.as === 'map') return name;
  if (shape.as === 'texts') return { item: name };
  const node = standing.entries.get(id);
  const old = standing.known?.match;
  const isOld = old !== undefined && node !== undefined && holds(node, old) && !holds(node, shape.match ?? {});
  const item = { [shape.key]: name, ...shape.match };
  const step: ItemStep = isOld ? { item, or: { [shape.key]: name, ...old } } : { item };
  return step;
}
