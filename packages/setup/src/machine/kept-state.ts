import { namesIn, peekTarget } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import { foldersOf, pathsOf } from './folders.ts';
import { fromHome, isWithin, toHome } from './home-path.ts';
import type { Machine } from './types.ts';
import { withVariable } from './with-variable.ts';

const variable = 'XDG_STATE_HOME';

/**
 * Our records are about the files of this home, whatever the variable says now: they are looked for where the first
 * set-up put them. Else a run in another shell would not know what stood there before us.
 */
export function withKeptState(machine: Machine): Machine {
  if (machine.platform === 'win32' || hasRecords(machine)) return machine;
  const places = [...notedIn(machine), undefined].map((value) => withVariable(machine, variable, value));
  return places.find(hasRecords) ?? machine;
}

function hasRecords(machine: Machine): boolean {
  return namesIn(machine.fs, foldersOf(machine).ledger).length > 0;
}

/** What a connection keeps of it, so that it is found without the variable; undefined: it is the usual place. */
export function stateToNote(machine: Machine): string | undefined {
  const { [variable]: value } = machine.variables;
  const isMoved = value !== undefined && isWithin(machine, value, foldersOf(machine).state);
  return isMoved && isWithin(machine, machine.home, value) ? toHome(machine, value) : undefined;
}

/** A hint, for which no parser is loaded: what it leads to must hold records. */
function notedIn(machine: Machine): string[] {
  try {
    const { bytes } = peekTarget(machine.fs, foldersOf(machine).configFile);
    const texts = new TextDecoder().decode(bytes).matchAll(/"state":\s*"(~\/[^"\\]+)"/g);
    return [...texts].map(([, place = '']) => pathsOf(machine).normalize(fromHome(machine, place)));
  } catch (error) {
    if (isRackError(error)) return [];
    throw error;
  }
}
