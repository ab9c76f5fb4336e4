import {
  invertPasses,
  loadEditor,
  popWrite,
  readTarget,
  sha256,
  undoTarget,
  type FileRecord,
  type FileState,
  type WriteRecord,
} from '@modelrack/config-edit';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import type { Target } from '../connections/target.ts';
import { latestWrites } from '../ledger/latest-writes.ts';
import { isNothingOwned, ownedFrom } from '../ledger/owned.ts';
import { pathsOf } from '../machine/folders.ts';
import { mainFileOf } from '../machine/resolve-place.ts';
import type { RequestedTool } from '../machine/types.ts';
import type { OpenFile } from '../open-file/draft.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import { isBlank } from '../open-file/is-blank.ts';
import { openState, openTool } from '../open-file/open-files.ts';
import { readDocument } from '../open-file/parse-file.ts';
import { choiceOf } from '../plan/choice-of.ts';
import { chooseModels } from '../plan/choose-models.ts';
import { inputFor } from '../plan/plan-input.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ModelReport, ToolPlan } from '../plan/tool-plan.ts';
import { companionsAfter } from '../plugin-files/plan-companions.ts';
import { moveNotes } from './connection-before.ts';
import { revertKeys } from './revert-keys.ts';
import { undoneModels } from './undone-models.ts';

/**
 * Plans to take back the last run that wrote files of this tool: the exact bytes where nobody wrote in
 * between, else key by key with the backup as the source of what was.
 */
export async function planToolUndo(scope: PlanScope, requested: RequestedTool): Promise<ToolPlan> {
  const { tool } = requested;
  const last = lastWrites(scope, tool);
  const files: FilePlan[] = [];
  const passed: FilePlan[] = [];
  const drafts: ModelReport[] = [];
  const notes: string[] = last.length === 0 ? ['nothing to take back'] : [];
  for (const record of last) {
    if (record.stack.at(-1)?.isForgotten === true) {
      passed.push(passOver(scope, tool, record));
      notes.push(`${record.path} held a key, and what was taken out is kept nowhere: modelrack setup ${tool.id}`);
      continue;
    }
    const undone = await undoFile(scope, tool, record);
    files.push(undone.plan);
    const { owners, stack } = record;
    drafts.push(await undoneModels(undone.plan, ownedFrom(owners[stack.at(-1)?.connection ?? ''])));
    notes.push(...undone.notes);
  }
  notes.push(...moveNotes(scope.machine, scope.request, files.length === 0 ? undefined : last[0]?.stack.at(-1)));
  const connection = scope.request.connection.name;
  // What comes back may call our command.
  const isSetUp = files.some(({ owned }) => !isNothingOwned(owned));
  const companions = files.length === 0 ? undefined : await companionsBeside(scope, requested, files);
  const usesOwnCommand = companions?.after !== undefined || (isSetUp && tool.key.includes('command'));
  return { tool, connection, files: [...files, ...passed], drafts, notes, asks: [], usesOwnCommand, companions };
}

/** A write that cannot be taken back leaves the stack, so that the next undo comes to the one before it. */
function passOver({ machine }: PlanScope, tool: ToolDefinition, record: FileRecord): FilePlan {
  const state = readTarget(machine.fs, record.path);
  return { ...blankPlan(tool, state, record), bytes: state.bytes, hasChanges: false };
}

/** They go with the first setup, and come with what was removed. */
async function companionsBeside(scope: PlanScope, requested: RequestedTool, files: readonly FilePlan[]) {
  const { machine, ledger, request } = scope;
  const { tool } = requested;
  if (request.companions === undefined || tool.companion === undefined) return undefined;
  const target: Target = { connection: request.connection.name, project: false, instead: undefined };
  const opened = await openTool(machine, ledger, { tool, target });
  const choice = choiceOf(request.connection, requested);
  const models = request.catalog === undefined ? [] : chooseModels(request.catalog, tool, choice).models;
  const input = await inputFor(scope, { requested, target, opened, models, choice });
  return companionsAfter(scope, { requested, opened, input, files });
}

/** What points to another file comes first. */
function lastWrites({ ledger, request }: PlanScope, tool: ToolDefinition): FileRecord[] {
  return latestWrites(ledger, tool.id, request.connection.name).toSorted(
    (a, b) => indexOfSpec(tool, b.path) - indexOfSpec(tool, a.path),
  );
}

function indexOfSpec(tool: ToolDefinition, path: string): number {
  return tool.files.indexOf(specOf(tool, path));
}

/** A record knows the path alone; its name, or else the format, tells the files of one tool apart. */
function specOf(tool: ToolDefinition, path: string): FileSpec {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  const ending = name.split('.').at(-1) ?? '';
  const found =
    tool.files.find((spec) => isCalled(spec, name)) ??
    tool.files.find(({ format }) => format === ending || (format === 'jsonc' && ending === 'json'));
  const main = found ?? mainFileOf(tool.files);
  if (main === undefined) throw new Error('a tool has at least one file');
  return main;
}

function isCalled({ places }: FileSpec, name: string): boolean {
  return places.some((place) => {
    const path = Object.values(place).findLast((part) => typeof part === 'string') ?? '';
    const [start = '', end] = (path.split('/').at(-1) ?? '').split('{connection}');
    return end === undefined ? start === name : name.startsWith(start) && name.endsWith(end);
  });
}

async function undoFile(
  scope: PlanScope,
  tool: ToolDefinition,
  record: FileRecord,
): Promise<{ plan: FilePlan; notes: readonly string[] }> {
  const state = readTarget(scope.machine.fs, record.path);
  const blank = blankPlan(tool, state, record);
  const exact = undoTarget(record, state.bytes);
  if (exact !== undefined) return { plan: { ...blank, bytes: exact.bytes, hasChanges: true }, notes: [] };
  const write = record.stack.at(-1);
  if (write === undefined) throw new Error('a record without a write is not undone');
  const { owned, recordAfter } = blank;
  const reverted = await revertFile(scope, { spec: blank.file.spec, state, record, write });
  return { plan: { ...reverted.plan, owned, recordAfter }, notes: reverted.notes };
}

/** The last write leaves the record; what becomes of the bytes is left to the caller. */
function blankPlan(tool: ToolDefinition, state: FileState, record: FileRecord) {
  const popped = popWrite(record);
  const isFree = popped.stack.length === 0 && Object.keys(popped.owners).length === 0;
  return {
    file: blankFile({ spec: specOf(tool, record.path), state, record }),
    inverse: [],
    owned: ownedFrom(popped.owners[record.stack.at(-1)?.connection ?? '']),
    isSecret: false,
    adopted: false,
    recordAfter: { record: isFree ? undefined : popped },
  };
}

async function revertFile(
  scope: PlanScope,
  undo: { spec: FileSpec; state: FileState; record: FileRecord; write: WriteRecord },
): Promise<{ plan: FilePlan; notes: readonly string[] }> {
  const { spec, state, record, write } = undo;
  const { ledger } = scope;
  const file = await openState(ledger, { spec, state, connection: write.connection });
  const editor = await loadEditor(spec.format);
  const before = await readDocument(spec, backupOf(scope, write), state.path);
  const ownedBefore = ownedFrom(popWrite(record).owners[write.connection]);
  const edits = revertKeys(file, before, ownedBefore);
  const result = editor.edit(file.document, edits);
  const isEmptyNew = write.before === undefined && isBlank(result.bytes);
  const plan: FilePlan = {
    file,
    bytes: isEmptyNew ? undefined : result.bytes,
    inverse: invertPasses(file.document.text, result.passes),
    owned: ownedBefore,
    hasChanges: result.passes.length > 0 || (isEmptyNew && state.bytes !== undefined),
    isSecret: false,
    adopted: false,
  };
  const left = `${state.path} was changed by you since: what you changed is left`;
  return { plan, notes: [left] };
}

/** Backups move when the same content comes back, so it is known by its hash. */
function backupOf({ machine }: PlanScope, write: WriteRecord): Uint8Array {
  if (write.backup === undefined) return new Uint8Array();
  const { fs } = machine;
  const path = pathsOf(machine);
  const folder = path.dirname(write.backup);
  try {
    for (const name of fs.list(folder)) {
      const bytes = fs.read(path.join(folder, name));
      if (sha256(bytes) === write.before) return bytes;
    }
  } catch {
    // Without the backup, what was added goes; what was changed stays as it is.
  }
  return new Uint8Array();
}

/** For an exact undo the content need not be understood. */
function blankFile(known: { spec: FileSpec; state: FileState; record: FileRecord }): OpenFile {
  const { spec, state, record } = known;
  const document = {
    format: spec.format,
    name: state.path,
    text: '',
    bom: false,
    eol: '\n' as const,
    top: spec.top ?? 'map',
    root: undefined,
  };
  return { spec, state, document, record, recordBytes: undefined, owned: ownedFrom(undefined) };
}
