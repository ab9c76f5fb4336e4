import { dirname, join } from 'node:path';
import { errnoOf, toWriteError } from '../files/errno.ts';
import { isFileRecord } from './file-record.ts';
import { makeFolders } from '../files/make-folders.ts';
import { replaceFile } from '../files/replace-file.ts';
import { sha256 } from '../files/sha256.ts';
import type { FileRecord, FileSystem, Ledger } from '../files/types.ts';

const namePattern = /^[0-9a-f]{64}\.json$/;

/**
 * Nothing is read, and no folder made, before it is needed. A record that cannot be read counts as none,
 * since losing the ledger loses nothing of the user's; but before another takes its place it is put aside
 * (`….json.aside`), because a newer release may have written it.
 */
export function openLedger(fs: FileSystem, folder: string): Ledger {
  const fileFor = (path: string): string => join(folder, `${sha256(path)}.json`);
  return {
    read: (path) => readRecord(fs, fileFor(path), path),
    peek: (path) => peekRecord(fs, fileFor(path)),
    write: (record) => writeRecord(fs, fileFor(record.path), record),
    remove: (path) => removeRecord(fs, fileFor(path), path),
    list: () => listRecords(fs, folder, fileFor),
  };
}

/** `path` undefined: whatever it is for. */
function readRecord(fs: FileSystem, file: string, path?: string): FileRecord | undefined {
  try {
    const record: unknown = JSON.parse(Buffer.from(fs.read(file)).toString('utf8'));
    if (!isFileRecord(record)) return undefined;
    return path === undefined || record.path === path ? record : undefined;
  } catch {
    return undefined;
  }
}

function peekRecord(fs: FileSystem, file: string): Uint8Array | undefined {
  try {
    return fs.read(file);
  } catch {
    return undefined;
  }
}

function writeRecord(fs: FileSystem, file: string, record: FileRecord): void {
  try {
    makeFolders(fs, dirname(file), 0o700);
    if (isUnreadable(fs, file, record.path)) fs.rename(file, `${file}.aside`);
    replaceFile(fs, file, { bytes: Buffer.from(`${JSON.stringify(record)}\n`), mode: 0o600 });
  } catch (error) {
    throw toWriteError(error, file);
  }
}

function removeRecord(fs: FileSystem, file: string, path: string): void {
  try {
    if (isUnreadable(fs, file, path)) fs.rename(file, `${file}.aside`);
    else fs.remove(file);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw toWriteError(error, file);
  }
}

function isUnreadable(fs: FileSystem, file: string, path: string): boolean {
  return exists(fs, file) && readRecord(fs, file, path) === undefined;
}

function exists(fs: FileSystem, file: string): boolean {
  try {
    fs.lstat(file);
    return true;
  } catch {
    return false;
  }
}

function listRecords(fs: FileSystem, folder: string, fileFor: (path: string) => string): readonly FileRecord[] {
  return namesIn(fs, folder)
    .filter((name) => namePattern.test(name))
    .map((name) => ({ file: join(folder, name), record: readRecord(fs, join(folder, name)) }))
    .flatMap(({ file, record }) => (record !== undefined && fileFor(record.path) === file ? [record] : []))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function namesIn(fs: FileSystem, folder: string): readonly string[] {
  try {
    return fs.list(folder);
  } catch {
    return [];
  }
}
