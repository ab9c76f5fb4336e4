import { namesIn, openLedger, sweepTemporaries } from '@modelrack/config-edit';
import { foldersOf, pathsOf } from './folders.ts';
import type { Machine } from './types.ts';

/** What a run that was killed has begun to write: beside our own files and beside every one that we know. */
export function sweepKilled(machine: Machine): void {
  const { config, keys, ledger, backups } = foldersOf(machine);
  const path = pathsOf(machine);
  const known = openLedger(machine.fs, ledger).paths().map(path.dirname);
  const copies = namesIn(machine.fs, backups).map((name) => path.join(backups, name));
  for (const folder of new Set([config, keys, ledger, ...copies, ...known])) {
    sweepTemporaries(machine.fs, folder, machine.now());
  }
}
