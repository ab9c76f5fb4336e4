import type { FileSystem } from '@modelrack/config-edit';

/** What stands for something that nobody can read as text of ours. */
const unreadable = '\0';

/** undefined: there is none. */
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
