import { machineOf, type Machine } from '@modelrack/setup';

export function realMachine(): Machine {
  return machineOf(process, ownCommand());
}

/** The bundle that runs now; undefined when the sources run. */
function ownCommand(): Machine['self'] {
  if (import.meta.filename.endsWith('.ts')) return undefined;
  // The bundler keeps all chunks in one folder.
  return { node: process.execPath, folder: import.meta.dirname, entry: 'modelrack.js' };
}
