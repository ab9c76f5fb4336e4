import {
  findNode,
  invertPasses,
  loadEditor,
  popWrite,
  readTarget,
  sha256,
  sourceOf,
  toJson,
  undoTarget,
  type Document,
  type FileRecord,
  type FileState,
  type Node,
  type Path,
  type WriteRecord,
} from '@modelrack/config-edit';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import {
  claimContainers,
  claimsIn,
  noClaims,
  onceModelsOf,
  pathKey,
  pathOf,
  type Claim,
  type Claims,
} from '../ledger/claims.ts';
import { readClaims } from '../ledger/read-claims.ts';
import { pathsOf } from '../machine/folders.ts';
import type { Machine } from '../machine/types.ts';
import { startDraft, type OpenFile, type PlanContext } from '../open-file/draft.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import { isBlank } from '../open-file/is-blank.ts';
import { openState } from '../open-file/open-files.ts';
import { readDocument } from '../open-file/parse-file.ts';
import { mergeBack, pruneBack, type Stood } from '../ownership/merge-back.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import { picksSince, withPicksSince } from './picks-since.ts';
import { specOf } from './spec-of.ts';

/**
 * Takes back the last write of one file: the exact bytes where nobody wrote since, else a three-way merge. undefined: the
 * user wrote since, and what this write changed or took out is kept nowhere.
 */
export async function undoFile(
  scope: PlanScope,
  tool: ToolDefinition,
  record: FileRecord,
): Promise<{ plan: FilePlan; notes: readonly string[] } | undefined> {
  const state = readTarget(scope.machine.fs, record.path);
  const blank = blankPlan({ tool, spec: specOf(scope.machine, tool, record) }, state, record);
  const exact = undoTarget(record, state.bytes);
  if (exact !== undefined) return { plan: { ...blank, bytes: exact.bytes, hasChanges: true }, notes: [] };
  const write = record.stack.at(-1);
  if (write === undefined) throw new Error('a record without a write is not undone');
  const made = await mergeFile(scope, { tool, spec: blank.file.spec, state, record, write });
  if (made === undefined) return undefined;
  const { picks, ...merged } = made;
  const claims = blank.claims === undefined ? undefined : withPicksSince(blank.claims, picks);
  const left = blank.recordAfter.record;
  const owners = claims === undefined ? left?.owners : { ...left?.owners, [write.connection]: { claims } };
  const notes = [`${state.path} was changed by you since: your changes are kept`];
  return { plan: { ...merged, claims, recordAfter: { record: left && { ...left, owners: owners ?? {} } } }, notes };
}

/**
 * A write that cannot be taken back leaves the stack, so that the next undo comes to the one before it: as it is now.
 * Where nobody is left in the file there is none: of the file that held the key nothing of before is known.
 */
export function passOver({ machine }: PlanScope, tool: ToolDefinition, record: FileRecord): FilePlan {
  const state = readTarget(machine.fs, record.path);
  const isFree = Object.keys(record.owners).length === 0;
  const known = isFree ? record.stack.slice(-1) : record.stack;
  const stack = known.map((write) => (write === known.at(-1) ? { ...write, ownersBefore: [] } : write));
  return {
    ...blankPlan({ tool, spec: specOf(machine, tool, record) }, state, { ...record, stack }),
    bytes: state.bytes,
    hasChanges: false,
  };
}

/** The last write leaves the record; what becomes of the bytes is left to the caller. */
function blankPlan({ spec }: { tool: ToolDefinition; spec: FileSpec }, state: FileState, record: FileRecord) {
  const connection = record.stack.at(-1)?.connection ?? '';
  const left = leftRecord(record);
  const owner = left?.owners[connection];
  return {
    file: blankFile({ spec, state, record, connection }),
    inverse: [],
    claims: owner === undefined ? undefined : readClaims(owner, undefined),
    isSecret: false,
    adopted: false,
    recordAfter: { record: left },
  };
}

/** Without its last write; undefined: nothing is left to know. */
export function leftRecord(record: FileRecord): FileRecord | undefined {
  const popped = withChoicesKept(popWrite(record), record, record.stack.at(-1)?.connection ?? '');
  return popped.stack.length === 0 && Object.keys(popped.owners).length === 0 ? undefined : popped;
}

/**
 * A default that moved on by itself, and that the user takes back, does not move on again. A model whose entry goes may
 * be picked in the tool.
 */
function withChoicesKept(popped: FileRecord, { owners }: FileRecord, connection: string): FileRecord {
  const now = claimsIn(owners[connection]) ?? noClaims;
  const then = claimsIn(popped.owners[connection]);
  if (then === undefined) return popped;
  const known = onceModelsOf(then);
  const claims: Record<string, Claim> = { ...then };
  for (const [key, claim] of Object.entries(now)) {
    const { id, fields, isUndone, isSeen, print, before } = claim;
    if (hasMoved(claim, then[key])) claims[key] = { ...then[key], moved: 'back' };
    // What the user put there since then, or what only this write looked at, stood there before the next pick.
    else if (isSeen === true && then[key]?.print === undefined) {
      claims[key] = claim;
      claimContainers(claims, pathOf(key), now);
    } else if (print !== undefined && then[key]?.isSeen === true)
      claims[key] = { isSeen: true, ...(before && { before }) };
    const isOurs = id !== undefined && (fields !== undefined || isUndone === true);
    if (isOurs && !known.has(id)) claims[key] = { id, ...then[key], isUndone: true };
  }
  return { ...popped, owners: { ...popped.owners, [connection]: { claims } } };
}

function hasMoved(now: Claim | undefined, then: Claim | undefined): boolean {
  return now?.moved === 'on' && then?.print !== undefined && then.moved !== 'on';
}

/** For an exact undo the content need not be understood. */
function blankFile(known: { spec: FileSpec; state: FileState; record: FileRecord; connection: string }): OpenFile {
  const { spec, state } = known;
  const document = {
    format: spec.format,
    name: state.path,
    text: '',
    bom: false,
    eol: '\n' as const,
    top: spec.top ?? 'map',
    root: undefined,
  };
  return { ...known, document, state, recordBytes: undefined, owners: {}, claims: undefined };
}

interface Undone {
  readonly tool: ToolDefinition;
  readonly spec: FileSpec;
  readonly state: FileState;
  readonly record: FileRecord;
  readonly write: WriteRecord;
}

async function mergeFile(
  scope: PlanScope,
  { tool, spec, state, record, write }: Undone,
): Promise<(FilePlan & { readonly picks: Claims }) | undefined> {
  const { machine, ledger } = scope;
  const file = await openState(machine, ledger, { tool, spec, state, connection: write.connection });
  const editor = await loadEditor(spec.format);
  const bytes = backupOf(machine, write);
  const before = await readDocument(spec, bytes ?? new Uint8Array(), state.path);
  const to = readClaims(popWrite(record).owners[write.connection], before.root);
  const draft = startDraft(file, contextOf(write));
  const isKnown = bytes !== undefined || write.before === undefined;
  if (!isKnown && !isAddedOnly(to, draft.claims)) return undefined;
  const stood = (path: Path) => (isKnown ? stoodIn(before, path) : draft.claims[pathKey(path)]?.before);
  const picks = picksSince(draft);
  const then = isKnown ? standingIn(to, before) : onlyIn(draft.claims, to);
  mergeBack(draft, { to: { ...then, ...picks }, stood, edited: () => {} });
  pruneBack(draft, { to, stood });
  const result = editor.edit(file.document, draft.edits);
  // Made by us, by this write or by an earlier one.
  const isMade = record.stack[0]?.before === undefined;
  const isEmptyNew = isMade && isBlank(result.bytes);
  return {
    picks,
    file,
    bytes: isEmptyNew ? undefined : result.bytes,
    inverse: invertPasses(file.document.text, result.passes),
    claims: to,
    hasChanges: result.passes.length > 0 || (isEmptyNew && state.bytes !== undefined),
    isSecret: false,
    adopted: false,
  };
}

function contextOf({ connection }: WriteRecord): PlanContext {
  const nobody: ReadonlySet<string> = new Set();
  return {
    connection,
    command: 'undo',
    liveIds: nobody,
    namedIds: nobody,
    isForced: false,
    lacksDefault: false,
    keepsGone: false,
  };
}

/** Of what we claimed before that write all is as it was: it put something beside that, and no more. */
function isAddedOnly(to: Claims, now: Claims): boolean {
  const written = (claim: Claim | undefined) => JSON.stringify([claim?.print, claim?.fields]);
  return Object.entries(to).every(([key, claim]) => written(claim) === written(now[key]));
}

/** Without what had made way for another connection then: it came back with the write that is undone. */
function standingIn(to: Claims, { root }: Document): Claims {
  const isOut = ([key, claim]: readonly [string, Claim]) =>
    claim.fields !== undefined && findNode(root, pathOf(key)) === undefined;
  return Object.fromEntries(Object.entries(to).filter((pair) => !isOut(pair)));
}

/** As they are now, where they were there then. */
function onlyIn(now: Claims, to: Claims): Claims {
  return Object.fromEntries(Object.entries(now).filter(([key]) => to[key] !== undefined));
}

function stoodIn(before: Document, path: Path): Stood | undefined {
  const node = findNode(before.root, path);
  if (node === undefined) return undefined;
  const source = sourceOf(before, node);
  return { value: toJson(node), at: node.start, raw: isOneText(before, node, source) ? source : undefined };
}

/** Its spelling can stand elsewhere as it is: not lines by indentation, nor the header of a table. */
function isOneText({ format }: Document, { kind }: Node, source: string): boolean {
  if (kind === 'scalar') return !source.includes('\n');
  if (kind === 'list') return source.startsWith('[') && format !== 'toml';
  return source.startsWith('{');
}

/** Backups move when the same content comes back, so it is known by its hash. */
function backupOf(machine: Machine, write: WriteRecord): Uint8Array | undefined {
  if (write.backup === undefined) return undefined;
  const path = pathsOf(machine);
  const folder = path.dirname(write.backup);
  try {
    for (const name of machine.fs.list(folder)) {
      const bytes = machine.fs.read(path.join(folder, name));
      if (sha256(bytes) === write.before) return bytes;
    }
  } catch {
    // It is gone.
  }
  return undefined;
}
