import { dirname, join } from 'node:path';
import { errnoOf, toWriteError } from '../files/errno.ts';
import { isFileRecord } from './file-record.ts';
import { namesIn } from '../files/names-in.ts';
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
  const parsed = parsedIn(fs);
  const recordIn = (file: string): FileRecord | undefined => {
    const bytes = peekRecord(fs, file);
    if (bytes === undefined) return undefined;
    const known = parsed.get(file);
    if (known !== undefined && Buffer.compare(known.bytes, bytes) === 0) return known.record;
    const record = parseRecord(bytes);
    parsed.set(file, { bytes, record });
    return record;
  };
  const shelf: Shelf = { fs, folder, recordIn };
  return {
    read: (path) => recordFor(path, recordIn(fileFor(path))),
    peek: (path) => peekRecord(fs, fileFor(path)),
    write: (record) => writeRecord(shelf, fileFor(record.path), record),
    remove: (path) => removeRecord(shelf, fileFor(path), path),
    list: () => listRecords(shelf, fileFor),
    paths: () => namesIn(fs, folder).flatMap((name) => (namePattern.test(name) ? pathIn(fs, join(folder, name)) : [])),
  };
}

interface ParsedRecord {
  readonly bytes: Uint8Array;
  readonly record: FileRecord | undefined;
}

/** By file: a record of hundreds of models is parsed once in a process, as long as its file stays as it is. */
const parsedRecords = new WeakMap<FileSystem, Map<string, ParsedRecord>>();

function parsedIn(fs: FileSystem): Map<string, ParsedRecord> {
  const parsed = parsedRecords.get(fs) ?? new Map<string, ParsedRecord>();
  parsedRecords.set(fs, parsed);
  return parsed;
}

function recordFor(path: string, record: FileRecord | undefined): FileRecord | undefined {
  return record?.path === path ? record : undefined;
}

function parseRecord(bytes: Uint8Array): FileRecord | undefined {
  try {
    const record: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
    return isFileRecord(record) ? record : undefined;
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

function writeRecord({ fs, recordIn }: Shelf, file: string, record: FileRecord): void {
  try {
    makeFolders(fs, dirname(file), 0o700);
    if (isUnreadable({ fs, recordIn }, file, record.path)) fs.rename(file, `${file}.aside`);
    replaceFile(fs, file, { bytes: Buffer.from(`${JSON.stringify(record)}\n`), mode: 0o600 });
  } catch (error) {
    throw toWriteError(error, file);
  }
}

function removeRecord({ fs, recordIn }: Shelf, file: string, path: string): void {
  try {
    if (isUnreadable({ fs, recordIn }, file, path)) fs.rename(file, `${file}.aside`);
    else fs.remove(file);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw toWriteError(error, file);
  }
}

function isUnreadable({ fs, recordIn }: Omit<Shelf, 'folder'>, file: string, path: string): boolean {
  return exists(fs, file) && recordFor(path, recordIn(file)) === undefined;
}

function exists(fs: FileSystem, file: string): boolean {
  try {
    fs.lstat(file);
    return true;
  } catch {
    return false;
  }
}

/** As it stands at the beginning of a record, as far as it is one. */
const pathPattern = /^\{"schema":1,"path":("(?:[^"\\]|\\.)*")/;

function pathIn(fs: FileSystem, file: string): readonly string[] {
  const bytes = peekRecord(fs, file);
  if (bytes === undefined) return [];
  const found = pathPattern.exec(new TextDecoder().decode(bytes.subarray(0, 4096)))?.[1];
  const path: unknown = found === undefined ? parseRecord(bytes)?.path : JSON.parse(found);
  return typeof path === 'string' ? [path] : [];
}

interface Shelf {
  readonly fs: FileSystem;
  readonly folder: string;
  recordIn(file: string): FileRecord | undefined;
}

function listRecords({ fs, folder, recordIn }: Shelf, fileFor: (path: string) => string): readonly FileRecord[] {
  return namesIn(fs, folder)
    .filter((name) => namePattern.test(name))
    .map((name) => ({ file: join(folder, name), record: recordIn(join(folder, name)) }))
    .flatMap(({ file, record }) => (record !== undefined && fileFor(record.path) === file ? [record] : []))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
