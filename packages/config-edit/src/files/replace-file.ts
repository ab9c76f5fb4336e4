import { basename, dirname, join } from 'node:path';
import { errnoOf, toWriteError } from './errno.ts';
import type { FileAttributes, FileSystem } from './types.ts';

/** A name that `temporaryName` makes, whatever process made it. */
export const temporaryPattern = /^\..*\.modelrack-(\d+)-[a-z0-9]+\.tmp$/;

function temporaryName(path: string): string {
  // A name may have 255 bytes; up to 50 characters of any script leave room for ours.
  const name = basename(path).slice(0, 50);
  const random = Math.random().toString(36).slice(2, 10);
  return join(dirname(path), `.${name}.modelrack-${process.pid}-0${random}.tmp`);
}

export interface FileContent extends FileAttributes {
  readonly bytes: Uint8Array;
  /** Its name need not be on the disk yet: whoever writes several syncs their folder once. */
  readonly isOneOfSeveral?: boolean;
}

/** The whole content, on the disk, in a new file beside the one that it will replace. */
export function createTemporary(fs: FileSystem, path: string, content: FileContent): string {
  for (let attempt = 1; ; attempt += 1) {
    const temporary = temporaryName(path);
    try {
      fs.create(temporary, content.bytes, content);
      return temporary;
    } catch (error) {
      const isTaken = errnoOf(error) === 'EEXIST';
      if (!isTaken) removeQuietly(fs, temporary);
      if (!isTaken || attempt === 5) throw error;
    }
  }
}

/**
 * For our own files: new content with a new mode, atomically. Links are replaced, not followed; the folder
 * must exist.
 * @throws RackError `file-not-writable`, `disk-full`
 */
export function replaceFile(fs: FileSystem, path: string, content: FileContent): void {
  try {
    moveInto(fs, path, createTemporary(fs, path, content));
    if (content.isExpendable !== true && content.isOneOfSeveral !== true) syncQuietly(fs, dirname(path));
  } catch (error) {
    throw toWriteError(error, path);
  }
}

function moveInto(fs: FileSystem, path: string, temporary: string): void {
  try {
    fs.rename(temporary, path);
  } catch (error) {
    removeQuietly(fs, temporary);
    throw error;
  }
}

export function removeQuietly(fs: FileSystem, path: string): void {
  try {
    fs.remove(path);
  } catch {
    // It is not there, or it stays until the next sweep; the error that led here is the one to report.
  }
}

export function syncQuietly(fs: FileSystem, folder: string): void {
  try {
    fs.syncFolder(folder);
  } catch {
    // The file is in place already; without this the name may be the old one after a power cut, no more.
  }
}
