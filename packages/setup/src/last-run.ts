import { openLedger } from '@modelrack/config-edit';
import { foldersOf } from './folders.ts';
import type { Machine } from './types.ts';

export interface LastRun {
  readonly connection: string;
  readonly tools: readonly string[];
}

/**
 * What `undo` takes back: the latest run that wrote anything; with tools named, the latest write of each.
 * Grouped by connection.
 */
export function lastRun(machine: Machine, tools: readonly string[]): readonly LastRun[] {
  const ledger = openLedger(machine.fs, foldersOf(machine).ledger);
  const writes = ledger.list().flatMap(({ tool, stack }) => {
    const last = stack.at(-1);
    return last === undefined ? [] : [{ tool, connection: last.connection, at: last.at }];
  });
  const isWanted = (tool: string): boolean => tools.length === 0 || tools.includes(tool);
  const wanted = writes.filter(({ tool }) => isWanted(tool)).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const chosen =
    tools.length === 0
      ? wanted.filter(({ at }) => at === wanted[0]?.at)
      : tools.flatMap((tool) => wanted.find((write) => write.tool === tool) ?? []);
  const groups = new Map<string, Set<string>>();
  for (const { connection, tool } of chosen) {
    groups.set(connection, (groups.get(connection) ?? new Set()).add(tool));
  }
  return [...groups].map(([connection, names]) => ({ connection, tools: [...names] }));
}
