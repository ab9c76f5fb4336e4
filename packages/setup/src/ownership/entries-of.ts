import { findNode, type Node, type Path, type Step } from '@modelrack/config-edit';
import type { OwnChange, OwnShape } from '@modelrack/tool-kit';
import { entryClaims, pathKey, pathOf, type Claim } from '../ledger/claims.ts';
import { isInOurBlock } from '../ledger/our-block.ts';
import { errorAt, nodeAt } from '../open-file/draft.ts';
import type { Held } from './whose.ts';

export interface Entry {
  /** What its claim stands under. */
  readonly path: Path;
  /** undefined: it does not stand there. */
  readonly node: Node | undefined;
  readonly claim: (Claim & { readonly id: string }) | undefined;
}

/** A collection as it stands in the file. */
export interface Standing {
  readonly change: OwnChange;
  /** By id, in the order of the file; those that we know and that are missing last. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Ids whose key in a map leads to something that is not ours. */
  readonly taken: ReadonlySet<string>;
  /** Ours whose distinguishing fields moved to where another one stands already. */
  readonly stale: readonly Entry[];
  /** Some field, name of the file or step that leads here says whose an entry is. */
  readonly isNamed: boolean;
}

export function standingOf({ file, claims }: Held, change: OwnChange): Standing {
  const { path, shape } = change;
  const known = claimsBelow({ file, claims }, change);
  const byNode = new Map(
    [...known.values()].flatMap((entry) => (entry.node === undefined ? [] : [[entry.node, entry]])),
  );
  const entries = new Map<string, Entry>();
  const moved = new Map<string, Entry>();
  const taken = new Set<string>();
  for (const [text, node] of namedEntries(collectionNode({ file, claims }, change), shape)) {
    const id = withoutPrefix(text, shape.prefix);
    const ours = byNode.get(node);
    if (id === undefined || (shape.as !== 'map' && entries.has(id))) continue;
    if (holds(node, shape.match ?? {})) {
      entries.set(id, { path: [...path, stepTo(change, id)], node, claim: ours?.claim });
    } else if (ours !== undefined) (shape.as === 'map' ? entries : moved).set(id, ours);
    else if (shape.as === 'map') taken.add(id);
  }
  const stale = [...moved].flatMap(([id, entry]) => (entries.has(id) ? [entry] : []));
  for (const [id, entry] of moved) if (!entries.has(id)) entries.set(id, entry);
  for (const [id, entry] of known) if (!entries.has(id)) entries.set(id, { ...entry, node: undefined });
  return { change, entries, taken, stale, isNamed: isNamed({ file, claims }, change) };
}

/** By id. One under another path of the same collection is one whose distinguishing fields were others then. */
function claimsBelow({ file, claims }: Held, { path }: OwnChange): ReadonlyMap<string, Entry> {
  const start = pathKey(path).slice(0, -1);
  const found = new Map<string, Entry>();
  for (const [key, claim] of entryClaims(claims)) {
    if (!key.startsWith(start)) continue;
    const at = pathOf(key);
    if (at.length !== path.length + 1 || pathKey(at.slice(0, -1)) !== pathKey(path)) continue;
    const node = nodeAt(file, at);
    if (node !== undefined || !found.has(claim.id)) found.set(claim.id, { path: at, node, claim });
  }
  return found;
}

function isNamed({ file }: Held, { path, shape }: OwnChange): boolean {
  return (
    shape.match !== undefined ||
    (path.length === 0 && shape.as === 'list') ||
    isInOurBlock(file.spec, path, file.connection)
  );
}

/** @throws RackError `file-shape` */
function collectionNode({ file }: Held, { path, shape }: OwnChange): Node | undefined {
  const node = nodeAt(file, path);
  const expected = shape.as === 'map' ? 'map' : 'list';
  // `null` and the like are refused by the edit itself; here nothing stands yet.
  if (node === undefined || node.kind === expected || node.kind === 'scalar') return node;
  const word = expected === 'map' ? 'an object' : 'a list';
  throw errorAt(file, node, {
    code: 'file-shape',
    message: `${word} is needed here`,
    hint: 'correct the file, then run again',
  });
}

/** What an entry is called in the file, and the entry. */
function namedEntries(node: Node | undefined, shape: OwnShape): (readonly [string, Node])[] {
  if (node === undefined || node.kind === 'scalar') return [];
  if (node.kind === 'map') return node.entries.map(({ key, value }) => [key, value] as const);
  return node.items.flatMap((item) => {
    const name = shape.as === 'list' ? stringOf(findNode(item, [shape.key])) : stringOf(item);
    return name === undefined ? [] : [[name, item] as const];
  });
}

function stringOf(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

function withoutPrefix(text: string, prefix = ''): string | undefined {
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}

function holds(node: Node, match: Readonly<Record<string, string>>): boolean {
  return Object.entries(match).every(([field, value]) => stringOf(findNode(node, [field])) === value);
}

/** How an id is written in the file. */
export function textOf({ shape }: OwnChange, id: string): string {
  return `${shape.prefix ?? ''}${id}`;
}

export function stepTo(change: OwnChange, id: string): Step {
  const { shape } = change;
  const name = textOf(change, id);
  if (shape.as === 'map') return name;
  return { item: shape.as === 'texts' ? name : { [shape.key]: name, ...shape.match } };
}
