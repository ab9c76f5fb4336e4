import {
  findNode,
  positionOf,
  sourceOf,
  type Document,
  type Edit,
  type FileRecord,
  type FileState,
  type Node,
  type Path,
  type SetEdit,
} from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import type { FileSpec } from '@modelrack/tool-kit';
import {
  pathKey,
  pathOf,
  type Owned,
  type OwnedCollection,
  type OwnedContainer,
  type OwnedValue,
} from '../ledger/owned.ts';

/** A file of a tool, read and parsed, with what the ledger knows of it. */
export interface OpenFile {
  readonly spec: FileSpec;
  readonly state: FileState;
  readonly document: Document;
  readonly record: FileRecord | undefined;
  /** The same unparsed: tells whether another run wrote it since. */
  readonly recordBytes: Uint8Array | undefined;
  /** Of the connection that is planned for. */
  readonly owned: Owned;
}

export interface PlanContext {
  readonly connection: string;
  readonly command: 'setup' | 'refresh' | 'remove' | 'undo';
  /** Ids that the live list holds, chosen or not. */
  readonly liveIds: ReadonlySet<string>;
  /** Ids that were named or ticked in this run: deleted ones come back. */
  readonly namedIds: ReadonlySet<string>;
  /** Asked for in this run (`--take-over`, `--default`): values of the user's outside our block are replaced. */
  readonly isForced: boolean;
  /** The default that was chosen once is not among the models now. */
  readonly lacksDefault: boolean;
  /** The list is empty, partial or less than half: nothing that left it is taken out. */
  readonly keepsGone: boolean;
}

/** What is to become of one file; filled while planning, then read. */
export interface FileDraft {
  readonly file: OpenFile;
  readonly context: PlanContext;
  readonly edits: Edit[];
  readonly notes: string[];
  readonly values: Record<string, OwnedValue>;
  readonly collections: Record<string, OwnedCollection>;
  readonly members: Record<string, string>;
  readonly containers: Record<string, OwnedContainer>;
  readonly added: string[];
  readonly updated: string[];
  readonly removed: string[];
  /** Not in the list, and left all the same: see `keepsGone`. */
  readonly kept: string[];
  readonly protectedModels: { id: string; why: 'edited' | 'yours' | 'deleted-by-you' }[];
  readonly total: { count: number };
  /** Something of ours stood there that the ledger did not know. */
  adopted: boolean;
}

export function startDraft(file: OpenFile, context: PlanContext): FileDraft {
  return {
    file,
    context,
    edits: [],
    notes: [],
    values: { ...file.owned.values },
    collections: { ...file.owned.collections },
    members: { ...file.owned.members },
    containers: { ...file.owned.containers },
    added: [],
    updated: [],
    removed: [],
    kept: [],
    protectedModels: [],
    total: { count: 0 },
    adopted: false,
  };
}

export function ownedOf(draft: FileDraft): Owned {
  const { values, collections, members, containers } = draft;
  return { values, collections, members, containers };
}

export function nodeAt(file: OpenFile, path: Path): Node | undefined {
  return file.document.root === undefined ? undefined : findNode(file.document.root, path);
}

/** A `set`, and a note of every container on the way that is not there yet or is empty. */
export function draftSet(draft: FileDraft, set: Omit<SetEdit, 'op'>): void {
  draft.edits.push({ op: 'set', ...set });
  rememberContainers(draft, set.path.slice(0, -1));
}

export function rememberContainers(draft: FileDraft, path: Path): void {
  for (let depth = path.length; depth >= 0; depth--) {
    const key = pathKey(path.slice(0, depth));
    if (draft.containers[key] !== undefined) return;
    const node = depth === 0 ? draft.file.document.root : nodeAt(draft.file, path.slice(0, depth));
    if (node === undefined) {
      draft.containers[key] = {};
    } else {
      if (isEmptyContainer(node)) draft.containers[key] = { restore: sourceOf(draft.file.document, node) };
      return;
    }
  }
}

/** Something of ours that no ledger knows: what leads to it may be ours too, and goes if it is empty at the end. */
export function adopt(draft: FileDraft, path: Path): void {
  draft.adopted = true;
  for (let depth = path.length; depth > 0; depth--) draft.containers[pathKey(path.slice(0, depth))] ??= {};
}

/** Prunes for the containers that we made, deepest first; with `above`, those that lead to that path alone. */
export function draftPrunes(draft: FileDraft, above?: Path): void {
  const known = Object.entries(draft.containers)
    .map(([key, container]) => ({ path: pathOf(key), container }))
    .filter(({ path }) => above === undefined || isAbove(path, above));
  for (const { path, container } of known.toSorted((a, b) => b.path.length - a.path.length)) {
    const { restore } = container;
    const empty = above === undefined ? emptyText(draft.file, path) : undefined;
    draft.edits.push({ op: 'prune', path, ...(restore === undefined ? { empty } : { restore }) });
  }
}

export function isAbove(path: Path, below: Path): boolean {
  // The document itself stays: something of ours is still in it.
  return path.length > 0 && path.length < below.length && path.every((step, index) => step === below[index]);
}

/** To a tool, what is left of a YAML list or map without its items is neither. */
function emptyText({ document }: OpenFile, path: Path): '[]' | '{}' | undefined {
  const node = document.format === 'yaml' && document.root !== undefined ? findNode(document.root, path) : undefined;
  if (node === undefined || node.kind === 'scalar' || isEmptyContainer(node)) return undefined;
  return node.kind === 'list' ? '[]' : '{}';
}

function isEmptyContainer(node: Node): boolean {
  if (node.kind === 'map') return node.entries.length === 0;
  return node.kind === 'list' && node.items.length === 0;
}

export function errorAt(
  file: OpenFile,
  node: Pick<Node, 'start'>,
  what: { code: 'file-not-ours' | 'file-shape'; message: string; hint: string },
): RackError {
  return new RackError(what.code, what.message, {
    path: file.state.path,
    ...positionOf(file.document, node.start),
    hint: what.hint,
  });
}

/** For messages: `provider.modelrack.options.baseURL`. */
export function pathText(path: Path): string {
  return path.map((step) => (typeof step === 'string' ? step : '[…]')).join('.');
}
