import { foldersOf, type Machine } from '@modelrack/setup';

/** `schedule on` has left a record. Loads nothing else. */
export function isScheduled({ fs, ...machine }: Machine): boolean {
  try {
    return fs.stat(foldersOf(machine).schedule).kind === 'file';
  } catch {
    return false;
  }
}
