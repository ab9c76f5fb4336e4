import { peekTarget, type FileRecord } from '@modelrack/config-edit';
import { loadConnections } from '../connections/connections.ts';
import { foldersOf } from '../machine/folders.ts';
import { hasOwnCommand, installOwnCommand, ownCommand, removeOwnCommand } from '../machine/own-command.ts';
import { withLock } from '../machine/lock.ts';
import { openOwnLedger } from '../ledger/own-ledger.ts';
import { exists } from '../machine/resolve-place.ts';
import type { Machine } from '../machine/types.ts';
import type { PlanScope } from '../plan/plan-scope.ts';

/** Our copy of the command, or a part of it, which no tool and no schedule needs. */
export async function isOwnCommandLeft({ machine, ledger }: Pick<PlanScope, 'machine' | 'ledger'>): Promise<boolean> {
  if (!hasOwnCommand(machine) || exists(machine, foldersOf(machine).schedule)) return false;
  const connections = await loadConnections(machine);
  const isSetUp = connections.some(({ tools }) => Object.keys(tools).length > 0);
  return !isSetUp && !ledger.list().some((record) => callsUs(machine, record));
}

/** A file in which something of ours is left, and which calls our command, whatever the configuration says. */
function callsUs({ fs }: Machine, { path, owners }: FileRecord): boolean {
  if (Object.keys(owners).length === 0) return false;
  const { bytes } = peekTarget(fs, path);
  return bytes !== undefined && new TextDecoder().decode(bytes).includes('modelrack.js');
}

/** As before, but while tools are set up: none of them calls it. What the records have lost may. */
async function isOwnCommandUnused({ machine, ledger }: Pick<PlanScope, 'machine' | 'ledger'>): Promise<boolean> {
  const { schedule, plugins } = foldersOf(machine);
  if (!hasOwnCommand(machine) || exists(machine, schedule) || exists(machine, plugins)) return false;
  const records = ledger.list();
  const isKnown = records.length > 0 || (await isOwnCommandLeft({ machine, ledger }));
  return isKnown && !records.some((record) => callsUs(machine, record));
}

/** Our copy of the command, for what calls us from outside; to be followed by arguments. */
export function keepOwnCommand(machine: Machine): Promise<readonly [string, string]> {
  return withLock(machine, () => {
    installOwnCommand(machine);
    return Promise.resolve(ownCommand(machine));
  });
}

/** Takes that copy away where nothing calls it any more. */
export function dropOwnCommand(machine: Machine): Promise<void> {
  return withLock(machine, async () => {
    const ledger = openOwnLedger(machine);
    if (await isOwnCommandUnused({ machine, ledger })) removeOwnCommand(machine);
  });
}
