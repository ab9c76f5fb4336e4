import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { RackError } from '@modelrack/errors';
import { machineOf, type Machine } from '@modelrack/setup';
import { version } from './version.ts';

export function realMachine(): Machine {
  const home = process.env['HOME'];
  if (process.platform !== 'win32' && home !== undefined && !isAbsolute(home)) {
    throw new RackError('usage', home === '' ? 'HOME is empty' : 'HOME is not an absolute path', {
      hint: 'set HOME to your home folder',
    });
  }
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
