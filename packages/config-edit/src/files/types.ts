import type { Splice } from '../types.ts';

/** A target as it is on the disk, links resolved. */
export interface FileState {
  /** As asked for. */
  readonly path: string;
  /** Behind all links; where to write. For a dangling link: what it points to. */
  readonly realPath: string;
  /** undefined: there is no such file. */
  readonly bytes: Uint8Array | undefined;
  readonly mode: number | undefined;
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  /** Names that the file has (hard links); 0: there is no such file. */
  readonly links: number;
}

export interface WriteOptions {
  /** The new content holds a key: nobody but the owner may read the file. */
  readonly secret: boolean;
  /** Of the new file; absent: as it is. */
  readonly mode?: number | undefined;
  /** With a deletion: folders that we made, outermost first; those that are empty then go too. */
  readonly removeFolders?: readonly string[];
}

export interface WriteOutcome {
  /** Written in place (hard link, bind mount): not safe against a crash, and to be said. */
  readonly inPlace: boolean;
  /** Folders that had to be made, outermost first. */
  readonly madeFolders: readonly string[];
  /** The mode before, if others could read or write a file that now holds a key. */
  readonly tightenedFrom: number | undefined;
}

/** The effects that writing needs. Node's own, one in memory, and one that fails on demand. */
export interface FileSystem {
  /** @throws NodeJS.ErrnoException, like all of these */
  read(path: string): Uint8Array;
  stat(path: string): FileStat;
  /** Does not follow a link at the end of the path. */
  lstat(path: string): FileStat;
  readLink(path: string): string;
  list(path: string): readonly string[];
  /** Asks the system, never throws: a foreign owner, a read-only mount. */
  isWritable(path: string): boolean;
  /** Creates (`wx`), writes, sets mode and owner, fsyncs, closes. */
  create(path: string, bytes: Uint8Array, attributes: FileAttributes): void;
  /** Writes over the same inode (`r+`, set mode, write, truncate, fsync). */
  overwrite(path: string, bytes: Uint8Array, attributes?: { readonly mode?: number | undefined }): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string, mode: number): void;
  removeFolder(path: string): void;
  syncFolder(path: string): void;
}
export interface FileAttributes {
  /** Absent: what the umask leaves of 0666. */
  readonly mode?: number | undefined;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** Can be made again from what we know: not worth waiting until the disk has it. */
  readonly isExpendable?: boolean;
}
export interface FileStat {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly links: number;
  readonly size: number;
  readonly modifiedMs: number;
}

/** One write of ours to one file. */
export interface WriteRecord {
  readonly at: string;
  readonly command: string;
  readonly connection: string;
  /** SHA-256, hex; undefined: there was no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Turns "after" back into "before": passes in the order in which they are to be applied. */
  readonly inverse: readonly (readonly Splice[])[];
  /** What the owners' part of the record was before this write, as changed keys only. */
  readonly ownersBefore: unknown;
  /** The backup that holds "before", if one was made. */
  readonly backup?: string;
  /** Kept for `setup`, which alone interprets it: what that run did beside the files. */
  readonly connectionChange?: unknown;
  /** What it took out held a key, and is kept nowhere: it cannot be taken back. */
  readonly isForgotten?: true;
}

/** What we know of one file: `owners` is kept for `setup`, which alone interprets it. */
export interface FileRecord {
  readonly schema: 1;
  readonly path: string;
  readonly tool: string;
  /** Which of the tool's files it is. Like the home folder of that time, unknown to records of before November 2026. */
  readonly spec?: string;
  readonly home?: string;
  /** "before" of the first write on the stack held no block of ours. */
  readonly clean: boolean;
  readonly stack: readonly WriteRecord[];
  readonly madeFolders: readonly string[];
  /** Some write put a key into it. */
  readonly heldKey?: true;
  /** The mode before a key came into it. */
  readonly tightenedFrom?: number;
  /** By connection. */
  readonly owners: Readonly<Record<string, unknown>>;
  /** As it was when its last owner left, before a new one came: this record begins there, and `undo` goes on in that one. */
  readonly past?: FileRecord;
  /** A write or an undo that is about to be made: as long as the file has the hash of before, that record holds, or none. */
  readonly pending?: { readonly before?: string | undefined; readonly record?: FileRecord | undefined } | undefined;
}

/** Our memory of what we wrote: one JSON file for each target, named by the hash of its path. */
export interface Ledger {
  /** undefined: nothing known, or nothing that this release can read. */
  read(path: string): FileRecord | undefined;
  /** The same unread: to tell whether anything changed. */
  peek(path: string): Uint8Array | undefined;
  /** @throws RackError `file-not-writable` or `disk-full` */
  write(record: FileRecord): void;
  /** @throws RackError `file-not-writable` */
  remove(path: string): void;
  /** Sorted by path. */
  list(): readonly FileRecord[];
  /** What there are records for, unread: `list` may find some of them damaged. */
  paths(): readonly string[];
}
