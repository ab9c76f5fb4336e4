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
import { pathKey, pathOf, type Claim, type Claims, type Was } from '../ledger/claims.ts';
import type { Owners } from '../ledger/layers.ts';

/** A file of a tool, read and parsed, with what the ledger knows of it. */
export interface OpenFile {
  readonly spec: FileSpec;
  readonly state: FileState;
  readonly document: Document;
  readonly record: FileRecord | undefined;
  /** The same unparsed: tells whether another run wrote it since. */
  readonly recordBytes: Uint8Array | undefined;
  /** Where the file was when its record was written. */
  readonly movedFrom?: string | undefined;
  /** The one that is planned for. */
  readonly connection: string;
  /** What each connection claims, by its name. */
  readonly owners: Owners;
  /** Of the one that is planned for; undefined: the ledger says nothing of it. */
  readonly claims: Claims | undefined;
}

export interface PlanContext {
  readonly connection: string;
  readonly command: 'setup' | 'refresh' | 'remove' | 'undo';
  /** Ids that the live list holds, chosen or not. */
  readonly liveIds: ReadonlySet<string>;
  /** Ids that were named in this run: deleted ones come back. */
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
  /** Starts as what is known, and becomes what is to be known. */
  readonly claims: Record<string, Claim>;
  /** Keys of the claims that this run wants. */
  readonly wanted: Set<string>;
  readonly added: string[];
  readonly updated: string[];
  readonly removed: string[];
  /** Not in the list, and left all the same: see `keepsGone`. */
  readonly kept: string[];
  readonly protectedModels: { id: string; why: 'edited' | 'yours' | 'deleted-by-you' }[];
  readonly total: { count: number };
  /** Something of ours stood there that the ledger did not know. */
  readonly adopted: boolean;
}

export function startDraft(file: OpenFile, context: PlanContext, adopted?: Claims): FileDraft {
  return {
    file,
    context,
    edits: [],
    notes: [],
    claims: { ...(adopted ?? file.claims) },
    wanted: new Set(),
    added: [],
    updated: [],
    removed: [],
    kept: [],
    protectedModels: [],
    total: { count: 0 },
    adopted: adopted !== undefined && Object.keys(adopted).length > 0,
  };
}

/** What is worth keeping; undefined: nothing but containers, or nothing at all. */
export function claimsOf({ claims }: FileDraft): Claims | undefined {
  const isKept = Object.values(claims).some((claim) => Object.keys(claim).some((part) => part !== 'container'));
  return isKept ? claims : undefined;
}

/** Removes a value of ours, or puts back what it replaced. */
export function takeBack(draft: FileDraft, path: Path, before: Was | undefined): void {
  if (before === undefined) draft.edits.push({ op: 'remove', path });
  else draft.edits.push({ op: 'set', path, value: before.value, raw: before.raw });
}

/** From now on this claim stands for the place. */
export function putClaim(draft: FileDraft, path: Path, claim: Claim): void {
  const key = pathKey(path);
  const container = draft.claims[key]?.container;
  draft.claims[key] = container === undefined ? claim : { ...claim, container };
  draft.wanted.add(key);
}

/** Nothing stands for it any more, but that we made the container. */
export function dropClaim(draft: FileDraft, key: string): void {
  const container = draft.claims[key]?.container;
  if (container === undefined) delete draft.claims[key];
  else draft.claims[key] = { container };
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
    if (draft.claims[key]?.container !== undefined) return;
    const node = depth === 0 ? draft.file.document.root : nodeAt(draft.file, path.slice(0, depth));
    if (node !== undefined && !isEmptyContainer(node)) return;
    const container = node === undefined ? '' : sourceOf(draft.file.document, node);
    draft.claims[key] = { ...draft.claims[key], container };
    if (node !== undefined) return;
  }
}

/** Prunes for the containers that we made, deepest first; with `above`, those that lead to that path alone. */
export function draftPrunes(draft: FileDraft, above?: Path): void {
  const known = Object.entries(draft.claims)
    .flatMap(([key, { container }]) => (container === undefined ? [] : [{ path: pathOf(key), container }]))
    .filter(({ path }) => above === undefined || isAbove(path, above));
  for (const { path, container } of known.toSorted((a, b) => b.path.length - a.path.length)) {
    const empty = above === undefined ? emptyText(draft.file, path) : undefined;
    draft.edits.push({ op: 'prune', path, ...(container === '' ? { empty } : { restore: container }) });
  }
}

export function isAbove(path: Path, below: Path): boolean {
  // The document itself stays: something of ours is still in it.
  return path.length > 0 && path.length < below.length && pathKey(path) === pathKey(below.slice(0, path.length));
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
