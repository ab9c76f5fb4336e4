import { statSync } from 'node:fs';
import { join } from 'node:path';
import { machineOf, type Machine } from '@modelrack/setup';
import { version } from './version.ts';

export function realMachine(): Machine {
  return machineOf(process, ownCommand());
}

/** The bundle that runs now; undefined when the sources run. */
function ownCommand(): Machine['self'] {
  if (import.meta.filename.endsWith('.ts')) return undefined;
  // The bundler keeps all chunks in one folder.
  const folder = import.meta.dirname;
  const { mtimeMs } = statSync(join(folder, 'modelrack.js'));
  return { node: process.execPath, folder, entry: 'modelrack.js', build: `${version} ${mtimeMs}` };
}
