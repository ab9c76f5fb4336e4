import { openOwnLedger } from '../ledger/own-ledger.ts';
import { withLock } from '../machine/lock.ts';
import { installOwnCommand, ownCommand, removeOwnCommand } from '../machine/own-command.ts';
import type { Machine } from '../machine/types.ts';
import { isOwnCommandUnused } from './own-command-left.ts';

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
