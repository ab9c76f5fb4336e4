import { peekTarget, popWrite, sha256, type FileRecord, type FileState, type Ledger } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import { pathsOf } from '../machine/folders.ts';
import { exists } from '../machine/resolve-place.ts';
import type { Machine } from '../machine/types.ts';

export interface FoundRecord {
  readonly known: FileRecord | undefined;
  /** The same unparsed. */
  readonly recordBytes: Uint8Array | undefined;
  /** The path that the record was written for, where that is another one. */
  readonly movedFrom?: string;
}

/** What the ledger knows of a file, also where it was moved, renamed or linked since, or came along with its home folder. */
export function findRecord(
  machine: Machine,
  ledger: Ledger,
  file: { tool: ToolDefinition; spec: FileSpec; state: FileState },
): FoundRecord {
  const { state } = file;
  const recordBytes = ledger.peek(state.realPath);
  const own = recordBytes === undefined ? undefined : ledger.read(state.realPath);
  if (own !== undefined) return { known: settled(own, state), recordBytes };
  const moved = state.bytes === undefined ? undefined : movedRecord(machine, ledger, file);
  if (moved === undefined) return { known: undefined, recordBytes };
  return { known: settled({ ...moved, path: state.realPath }, state), recordBytes, movedFrom: moved.path };
}

/** Without a write or an undo that was noted and never came about, since the run was killed or the disk full. */
function settled({ pending, ...record }: FileRecord, { bytes }: FileState): FileRecord | undefined {
  const hash = bytes === undefined ? undefined : sha256(bytes);
  const known = pending === undefined || pending.before !== hash ? record : pending.record;
  return known === undefined || hash === undefined ? known : rewound(known, hash);
}

/**
 * As it was when we left the file with these bytes: somebody put an older copy of it back, as those who keep their
 * dotfiles elsewhere do. Where later writes of ours have only added something, it may as well have been taken out by
 * hand, and that stands.
 */
function rewound(record: FileRecord, hash: string): FileRecord {
  let hasTaken = false;
  for (let older = record; older.stack.length > 0; older = popWrite(older)) {
    const last = older.stack.at(-1);
    if (last?.after === hash) return hasTaken ? older : record;
    hasTaken ||= last?.inverse.some((pass) => pass.some(({ text }) => text !== '')) === true;
  }
  return record;
}

function movedRecord(
  machine: Machine,
  ledger: Ledger,
  { tool, spec, state }: { tool: ToolDefinition; spec: FileSpec; state: FileState },
): FileRecord | undefined {
  const hash = sha256(state.bytes ?? new Uint8Array());
  const candidates = ledger
    .list()
    .filter(
      (record) => record.tool === tool.id && (record.spec ?? spec.id) === spec.id && record.path !== state.realPath,
    );
  return (
    candidates.find((record) => isLinked(machine, record, state.realPath)) ??
    candidates.find(({ stack, path }) => stack.at(-1)?.after === hash && isLeft(machine, path))
  );
}

/** Nothing stands there any more, or it is another home folder's. */
function isLeft(machine: Machine, path: string): boolean {
  return !path.startsWith(machine.home + pathsOf(machine).sep) || !exists(machine, path);
}

/** Its old place leads here by a link. */
function isLinked(machine: Machine, { path }: FileRecord, realPath: string): boolean {
  try {
    return peekTarget(machine.fs, path).realPath === realPath;
  } catch (error) {
    if (isRackError(error)) return false;
    throw error;
  }
}
