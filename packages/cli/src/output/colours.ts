import picocolors from 'picocolors';
import type { Terminal } from '../world.ts';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** `--no-color` beats `FORCE_COLOR`, which beats `NO_COLOR`; else colours are for terminals. */
export function coloursFor(
  stream: Terminal,
  variables: Readonly<Record<string, string | undefined>>,
  isForbidden: boolean,
): Colours {
  return picocolors.createColors(!isForbidden && wantsColour(stream, variables));
}

function wantsColour(stream: Terminal, variables: Readonly<Record<string, string | undefined>>): boolean {
  const forced = variables['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (variables['NO_COLOR'] !== undefined && variables['NO_COLOR'] !== '') return false;
  return stream.isTTY === true && variables['TERM'] !== 'dumb';
}
