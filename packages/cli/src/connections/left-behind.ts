import type { Context } from '../world/context.ts';
import { allConnections } from './saved-connections.ts';

/** What was set up for a server that stops points to it still: says how to go on, and how to go back. */
export async function noteLeftBehind(context: Context, apiRoot: string, again: string): Promise<void> {
  const { note } = context.printer;
  for (const connection of await allConnections(context)) {
    const tools = Object.keys(connection.tools);
    if (connection.apiRoot !== apiRoot || tools.length === 0) continue;
    note(`${tools.join(', ')} still ${tools.length === 1 ? 'points' : 'point'} to it.`);
    note(`Remove it from there with: modelrack remove --gateway ${connection.name}`);
    note(`Start it again with: ${again}`);
  }
}
