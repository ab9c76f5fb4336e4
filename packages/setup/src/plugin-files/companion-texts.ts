import type { FileSystem } from '@modelrack/config-edit';
import { pathsOf } from '../machine/folders.ts';
import type { Machine } from '../machine/types.ts';

/** What stands for something that nobody can read as text of ours. */
const unreadable = '\0';

/** undefined: there is none. */
export type TextOf = (file: string) => string | undefined;

/**
 * Reads each file once, and none that its folder does not list: there are hundreds, most of them new, and asking the
 * system for each of those takes longer than writing it. What is read is as old as the first look at its folder.
 */
export function companionTexts(machine: Machine): TextOf {
  const { basename, dirname } = pathsOf(machine);
  const folders = new Map<string, ReadonlySet<string> | undefined>();
  const texts = new Map<string, string | undefined>();
  const isListed = (file: string): boolean => {
    const folder = dirname(file);
    if (!folders.has(folder)) folders.set(folder, namesIn(machine.fs, folder));
    return folders.get(folder)?.has(folded(basename(file))) ?? true;
  };
  return (file) => {
    if (!texts.has(file)) texts.set(file, isListed(file) ? textOf(machine.fs, file) : undefined);
    return texts.get(file);
  };
}

function namesIn(fs: FileSystem, folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(fs.list(folder).map(folded));
  } catch (error) {
    return isMissing(error) ? new Set() : undefined;
  }
}

/** Many disks find a file by its name in other letters, or with its accents written otherwise. */
function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase();
}

export function textOf(fs: FileSystem, file: string): string | undefined {
  try {
    return new TextDecoder().decode(fs.read(file));
  } catch (error) {
    // A folder, a dangling link, a file that is closed to us: it is there, and not ours.
    return isThere(fs, file, error) ? unreadable : undefined;
  }
}

function isThere(fs: FileSystem, file: string, error: unknown): boolean {
  try {
    fs.lstat(file);
    return true;
  } catch {
    return !isMissing(error);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
