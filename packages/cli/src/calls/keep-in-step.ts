import type { Machine } from '@modelrack/setup';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { chosenFrom, allConnections } from '../connections/saved-connections.ts';
import { isAllFresh } from '../lists/refresh-stamps.ts';
import type { Context } from '../world/context.ts';

const tenMinutes = 600_000;
/** A client that goes at once wanted something else, and one that stays gets its first answers first. */
const delay = 1000;

/**
 * A tool that starts our server has started itself: its own list is refreshed, as where a tool runs something at the
 * start of a session. A process apart does it, in silence; the client neither waits for it nor is told.
 */
export function keepInStep(context: Context, machine: Machine, named: string | undefined): () => void {
  const timer = setTimeout(() => void startRefresh(context, machine, named).catch(() => {}), delay);
  timer.unref();
  return () => clearTimeout(timer);
}

async function startRefresh(context: Context, machine: Machine, named: string | undefined): Promise<void> {
  const { self, variables } = machine;
  const connection = chosenFrom(await allConnections(context), named);
  if (self === undefined || connection === undefined || Object.keys(connection.tools).length === 0) return;
  if (isAllFresh(machine, connection.name, tenMinutes)) return;
  const args = [join(self.folder, self.entry), 'hook', 'session-start', connection.name];
  const child = spawn(self.node, args, { detached: true, stdio: 'ignore', windowsHide: true, env: { ...variables } });
  child.once('error', () => {});
  child.unref();
}
