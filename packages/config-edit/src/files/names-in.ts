import type { FileSystem } from './types.ts';

/** What is in a folder; nothing, if it is none or cannot be looked into. */
export function namesIn(fs: FileSystem, folder: string): readonly string[] {
  try {
    return fs.list(folder);
  } catch {
    return [];
  }
}
