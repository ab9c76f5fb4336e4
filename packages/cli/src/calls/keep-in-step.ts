import type { Machine } from '@modelrack/setup';
import { chosenFrom, allConnections } from '../connections/saved-connections.ts';
import { beginRefresh } from '../lists/begin-refresh.ts';
import type { Context } from '../world/context.ts';

/** A client that goes at once wanted something else, and one that stays gets its first answers first. */
const delay = 1000;

/** A tool that starts our server has started itself: it is refreshed, as where it runs something at its start. */
export function keepInStep(context: Context, machine: Machine, named: string | undefined): () => void {
  const refreshOne = async (): Promise<void> => {
    const connection = chosenFrom(await allConnections(context), named);
    if (connection !== undefined && Object.keys(connection.tools).length > 0) beginRefresh(machine, connection.name);
  };
  const timer = setTimeout(() => void refreshOne().catch(() => {}), delay);
  timer.unref();
  return () => clearTimeout(timer);
}
