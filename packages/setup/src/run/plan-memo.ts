import { createHash, type Hash } from 'node:crypto';
import { makeFolders, peekTarget, replaceFile } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import type { Target } from '../connections/target.ts';
import { knownStamp } from '../machine/find-tools.ts';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import type { RequestedTool, ToolOutcome } from '../machine/types.ts';
import { locateTool } from '../open-file/open-files.ts';
import type { PlanScope } from '../plan/plan-scope.ts';

/**
 * Planning is a pure function of what is hashed here. A world that gave "nothing to do" once gives it
 * again, so a run that finds the same world need not parse and compare anything. Lives in the cache.
 */
export interface Memo {
  readonly world: string;
  readonly outcome: ToolOutcome;
  readonly usesOwnCommand: boolean;
  readonly hasCompanions: boolean;
}

/** Grows with every change of what is planned from the same world. */
const generation = 4;

/** A hash of all that a plan depends on; undefined: it cannot be told, so plan. */
export async function worldOf(scope: PlanScope, requested: RequestedTool, target: Target): Promise<string | undefined> {
  const { machine, ledger, request } = scope;
  const { tool } = requested;
  if (request.command !== 'setup' && request.command !== 'refresh') return undefined;
  const hash = createHash('sha256');
  const { catalog, connection } = request;
  const { models, exclude, default: chosen, ticked } = requested;
  add(hash, [generation, machine.self?.build, machine.self?.node, machine.platform, tool.id, tool.verified]);
  // Where it runs matters only to paths that depend on it.
  const cwd = target.project || target.instead !== undefined ? machine.cwd : undefined;
  add(hash, [foldersOf(machine).data, request.companions === undefined]);
  add(hash, [connection, target, cwd, { models, exclude, chosen, ticked, mcp: requested.mcp }]);
  add(hash, [request.command, request.key, request.takeOver, request.allowShrink, knownStamp(machine, tool)]);
  add(hash, [catalog?.apiRoot, catalog?.partial, [...(catalog?.models.values() ?? [])]]);
  for (const wire of tool.wires) {
    if (wire === 'chat') continue;
    const state = await request.wire(wire);
    if (state !== 'present') return undefined;
  }
  try {
    for (const { path } of locateTool(machine, tool, target)) {
      const state = peekTarget(machine.fs, path);
      add(hash, [state.path, state.realPath, state.mode, state.links, state.bytes?.length]);
      if (state.bytes !== undefined) hash.update(state.bytes);
      const record = ledger.peek(state.realPath);
      if (record !== undefined) hash.update(record);
    }
  } catch (error) {
    if (isRackError(error)) return undefined;
    throw error;
  }
  return hash.digest('hex');
}

function add(hash: Hash, values: readonly unknown[]): void {
  hash.update(JSON.stringify(values));
}

export function readMemo(scope: PlanScope, requested: RequestedTool, target: Target): Memo | undefined {
  try {
    const text = new TextDecoder().decode(scope.machine.fs.read(memoFile(scope, requested, target)));
    const memo: unknown = JSON.parse(text);
    return isMemo(memo) ? memo : undefined;
  } catch {
    return undefined;
  }
}

function isMemo(value: unknown): value is Memo {
  // The cache is ours; what is asked here keeps an older layout of it from being taken for this one.
  return (
    typeof value === 'object' && value !== null && 'world' in value && 'outcome' in value && 'hasCompanions' in value
  );
}

/** A cache that cannot be written costs time, nothing else. */
export function writeMemo(scope: PlanScope, unit: { requested: RequestedTool; target: Target }, memo: Memo): void {
  const { machine } = scope;
  const file = memoFile(scope, unit.requested, unit.target);
  try {
    makeFolders(machine.fs, pathsOf(machine).dirname(file), 0o700);
    const bytes = new TextEncoder().encode(JSON.stringify(memo));
    replaceFile(machine.fs, file, { bytes, mode: 0o600 });
  } catch {
    // The next run plans again.
  }
}

function memoFile({ machine, request }: PlanScope, { tool }: RequestedTool, target: Target): string {
  const where = target.instead ?? target.led?.value ?? (target.project ? machine.cwd : '');
  const suffix = where === '' ? '' : `-${createHash('sha256').update(where).digest('hex').slice(0, 12)}`;
  const name = `${request.connection.name}-${tool.id}${suffix}.json`;
  return pathsOf(machine).join(foldersOf(machine).cache, 'plans', name);
}
