import { openOwnLedger } from '../ledger/own-ledger.ts';
import { type FileRecord } from '@modelrack/config-edit';
import type { Machine } from '../machine/types.ts';

export interface LastRun {
  readonly connection: string;
  readonly tools: readonly string[];
  /** Those of them with a file in which the run wrote for another connection after that. */
  readonly covered: readonly string[];
}

export interface CoveredWrite {
  readonly path: string;
  readonly by: string;
}

interface Write {
  readonly tool: string;
  readonly connection: string;
  readonly at: string;
  /** How many writes of the same run lie on top of it. */
  readonly depth: number;
}

/**
 * What `undo` takes back: the latest run that wrote anything; with tools named, the latest write of each; with a
 * connection named, of those that are its own. Grouped by connection, in the order in which they are taken back.
 */
export function lastRun(machine: Machine, tools: readonly string[], connection?: string): readonly LastRun[] {
  const latest = new Map<string, string>();
  const tops = recordsOf(machine, tools).flatMap((record) => topOf(record, connection));
  // Named tools each have a latest run of their own.
  const scopeOf = ({ tool }: Write) => (tools.length === 0 ? '' : tool);
  for (const write of tops) {
    const known = latest.get(scopeOf(write));
    if (known === undefined || write.at > known) latest.set(scopeOf(write), write.at);
  }
  const groups = new Map<string, Write[]>();
  for (const write of tops.toSorted((a, b) => a.depth - b.depth)) {
    if (write.at !== latest.get(scopeOf(write))) continue;
    groups.set(write.connection, [...(groups.get(write.connection) ?? []), write]);
  }
  return [...groups].map(([name, writes]) => ({
    connection: name,
    tools: [...new Set(writes.map(({ tool }) => tool))],
    covered: writes.filter(({ depth }) => depth > 0).map(({ tool }) => tool),
  }));
}

/** What the last run wrote into one file, the last write first. */
function topOf({ tool, stack }: FileRecord, only: string | undefined): readonly Write[] {
  const last = stack.at(-1);
  const writes = stack.toReversed();
  const end = writes.findIndex(({ at, connection }) => at !== last?.at || (only ?? connection) !== connection);
  return (end === -1 ? writes : writes.slice(0, end)).map(({ at, connection }, depth) => ({
    tool,
    connection,
    at,
    depth,
  }));
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
  const ledger = openOwnLedger(machine);
  return ledger.list().filter(({ tool }) => tools.length === 0 || tools.includes(tool));
}
