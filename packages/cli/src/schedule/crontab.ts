import { replaceFile } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import { foldersOf, type Machine } from '@modelrack/setup';
import { join } from 'node:path';

const limits = { milliseconds: 10_000 };

/** The user's table; empty where there is none. What cannot be read is never taken for an empty one. */
export async function readCrontab(machine: Machine): Promise<string> {
  // Without a table it fails as well, and only what it says tells which failure that is.
  const isNone = 'case "$(crontab -l 2>&1)" in *"no crontab"*) ;; *) echo modelrack-failed ;; esac';
  const script = `crontab -l 2>/dev/null || ${isNone}`;
  const text = await machine.run('/bin/sh', ['-c', script], limits);
  if (text === undefined || text.endsWith('modelrack-failed\n'))
    throw new RackError('file-unreadable', 'the crontab cannot be read', { hint: 'see what this says: crontab -l' });
  return text;
}

export async function writeCrontab(machine: Machine, text: string): Promise<void> {
  const file = join(foldersOf(machine).state, 'crontab');
  const args = text === '' ? ['-r'] : [file];
  replaceFile(machine.fs, file, { bytes: new TextEncoder().encode(text), mode: 0o600 });
  try {
    if ((await machine.run('crontab', args, limits)) !== undefined) return;
  } finally {
    machine.fs.remove(file);
  }
  throw new RackError('file-not-writable', 'the crontab was refused', { hint: `see what this says: crontab -l` });
}
