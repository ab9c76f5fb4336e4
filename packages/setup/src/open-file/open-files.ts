import { equalsJson, readTarget, type FileState, type Ledger } from '@modelrack/config-edit';
import { isRackError, RackError } from '@modelrack/errors';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import { isUsual, machineThen, type Target } from '../connections/target.ts';
import { readClaims } from '../ledger/read-claims.ts';
import { pathsOf } from '../machine/folders.ts';
import { choosePlace, mainFileOf } from '../machine/resolve-place.ts';
import type { Machine } from '../machine/types.ts';
import type { OpenFile } from './draft.ts';
import { findRecord } from './find-record.ts';
import { parseFile } from './parse-file.ts';

export interface OpenedTool {
  readonly files: readonly OpenFile[];
  /** Other files that the tool merges, which exist and may hold an older block of ours. */
  readonly others: readonly OpenFile[];
  /** Only looked at. */
  readonly reads: readonly OpenFile[];
}

/** Where the files of a tool are; nothing is read but what stands in which folder. */
export interface LocatedFile {
  readonly spec: FileSpec;
  readonly path: string;
  readonly use: 'files' | 'others' | 'reads';
}

/** @throws RackError `no-project-file` */
export function locateTool(here: Machine, tool: ToolDefinition, target: Target): LocatedFile[] {
  const machine = machineThen(here, target);
  const specs = tool.files.filter(({ onlyUsual }) => onlyUsual !== true || isUsual(target));
  const written = specs.flatMap((spec): LocatedFile[] => {
    const place = placeOf(machine, { tool, spec, target });
    const others = place.others.map((path) => ({ spec, path, use: 'others' as const }));
    return [{ spec, path: place.path, use: 'files' }, ...others];
  });
  const reads = (tool.reads ?? []).map((spec): LocatedFile => {
    return { spec, path: choosePlace(machine, spec, target.connection).path, use: 'reads' };
  });
  return [...written, ...reads];
}

/** Reads and parses all files of a tool. @throws RackError a refusal, with the place */
export async function openTool(
  machine: Machine,
  ledger: Ledger,
  opening: { tool: ToolDefinition; target: Target },
): Promise<OpenedTool> {
  const { tool, target } = opening;
  const opened: Record<LocatedFile['use'], OpenFile[]> = { files: [], others: [], reads: [] };
  for (const { spec, path, use } of locateTool(machine, tool, target)) {
    const asked = { tool, spec, path, target };
    const open = use === 'files' && spec.onlyNew !== true ? openFile : openForLook;
    const file = await open(machine, ledger, asked);
    const isLeft = spec.onlyNew === true && file?.state.bytes !== undefined && !isOurMark(file);
    if (file !== undefined && !isLeft) opened[use].push(file);
  }
  return opened;
}

/** The file that decides whether a tool is set up. */
export function mainOf({ files }: OpenedTool): OpenFile | undefined {
  return mainFileOf(files.map((file) => ({ id: file.spec.id, file })))?.file;
}

/** The ledger says so, or it does itself. */
function isOurMark({ record, document: { root } }: OpenFile): boolean {
  return record !== undefined || (root !== undefined && equalsJson(root, { madeBy: 'modelrack' }));
}

function placeOf(
  machine: Machine,
  asked: { tool: ToolDefinition; spec: FileSpec; target: Target },
): { path: string; others: readonly string[] } {
  const { tool, spec, target } = asked;
  if (target.project) {
    if (spec.project === undefined) {
      throw new RackError('no-project-file', `${tool.name} has no project file for models`, {
        hint: `run without --project to write the file in your home folder`,
      });
    }
    return choosePlace(machine, { places: spec.project }, target.connection);
  }
  const usual = choosePlace(machine, spec, target.connection);
  const main = mainFileOf(tool.files);
  if (target.instead === undefined) return usual;
  const path = pathsOf(machine);
  const instead = path.resolve(machine.cwd, target.instead);
  if (spec === main) return { path: instead, others: [] };
  return { path: path.join(path.dirname(instead), path.basename(usual.path)), others: [] };
}

async function openFile(
  machine: Machine,
  ledger: Ledger,
  asked: { tool: ToolDefinition; spec: FileSpec; path: string; target: Target },
): Promise<OpenFile> {
  const state = readTarget(machine.fs, asked.path);
  return openState(machine, ledger, { tool: asked.tool, spec: asked.spec, state, connection: asked.target.connection });
}

export async function openState(
  machine: Machine,
  ledger: Ledger,
  asked: { tool: ToolDefinition; spec: FileSpec; state: FileState; connection: string },
): Promise<OpenFile> {
  const { spec, state } = asked;
  const document = await parseFile(spec, state.bytes ?? new Uint8Array(), state.path);
  const { known, recordBytes, movedFrom } = findRecord(machine, ledger, asked);
  // A file that we left is remembered for `undo` alone.
  const record = known !== undefined && Object.keys(known.owners).length > 0 ? known : undefined;
  const owners = Object.fromEntries(
    Object.entries(record?.owners ?? {}).map(([name, value]) => [name, readClaims(value, document.root)]),
  );
  const { connection } = asked;
  return { spec, state, document, record, recordBytes, movedFrom, connection, owners, claims: owners[connection] };
}

/** A file that we never write may be broken or unreadable: then it says nothing. */
async function openForLook(
  machine: Machine,
  ledger: Ledger,
  asked: { tool: ToolDefinition; spec: FileSpec; path: string; target: Target },
): Promise<OpenFile | undefined> {
  try {
    return await openFile(machine, ledger, asked);
  } catch (error) {
    if (isRackError(error)) return undefined;
    throw error;
  }
}
