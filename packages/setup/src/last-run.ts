import { openLedger, type FileRecord } from '@modelrack/config-edit';
import { foldersOf } from './folders.ts';
import type { Machine } from './types.ts';

export interface LastRun {
  readonly connection: string;
  readonly tools: readonly string[];
}

export interface CoveredWrite {
  readonly path: string;
  readonly by: string;
}

interface Write {
  readonly tool: string;
  readonly connection: string;
  readonly at: string;
}

/**
 * What `undo` takes back: the latest run that wrote anything; with tools named, the latest write of each; with a
 * connection named, of those that are its own. Grouped by connection.
 */
export function lastRun(machine: Machine, tools: readonly string[], connection?: string): readonly LastRun[] {
  const writes = recordsOf(machine, tools).flatMap(({ tool, stack }): Write[] => {
    const last = stack.at(-1);
    const isMeant = last !== undefined && (connection === undefined || last.connection === connection);
    return isMeant ? [{ tool, connection: last.connection, at: last.at }] : [];
  });
  const wanted = writes.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const chosen =
    tools.length === 0
      ? wanted.filter(({ at }) => at === wanted[0]?.at)
      : tools.flatMap((tool) => wanted.find((write) => write.tool === tool) ?? []);
  const groups = new Map<string, Set<string>>();
  for (const { connection: name, tool } of chosen) {
    groups.set(name, (groups.get(name) ?? new Set()).add(tool));
  }
  return [...groups].map(([name, names]) => ({ connection: name, tools: [...names] }));
}

/** The latest change of a connection, where it lies beneath one of another connection in every file. */
export function coveredWrite(machine: Machine, tools: readonly string[], connection: string): CoveredWrite | undefined {
  const writes = recordsOf(machine, tools).flatMap(({ path, stack }) => {
    const own = stack.findLast((write) => write.connection === connection);
    return own === undefined ? [] : [{ path, at: own.at, by: stack.at(-1)?.connection ?? connection }];
  });
  const [newest] = writes.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const isFree = writes.some(({ at, by }) => at === newest?.at && by === connection);
  return newest === undefined || isFree ? undefined : { path: newest.path, by: newest.by };
}

function recordsOf(machine: Machine, tools: readonly string[]): readonly FileRecord[] {
  const ledger = openLedger(machine.fs, foldersOf(machine).ledger);
  return ledger.list().filter(({ tool }) => tools.length === 0 || tools.includes(tool));
}
