import { dirname } from 'node:path';
import { RackError } from '@modelrack/errors';
import { errnoOf, toWriteError } from './errno.ts';
import { makeFolders, removeEmptyFolders } from './make-folders.ts';
import { peekTarget } from './read-target.ts';
import { createTemporary, removeQuietly, syncQuietly } from './replace-file.ts';
import type { FileState, FileSystem, WriteOptions, WriteOutcome } from './types.ts';

const nothingToSay: WriteOutcome = { inPlace: false, madeFolders: [], tightenedFrom: undefined };

/**
 * Puts new content in place of exactly that content which was read; `undefined` deletes the file. A crash
 * leaves the old file or the new one; a failure leaves the old one and no trace. Links stay: the file
 * behind them is written or deleted.
 *
 * All of it is synchronous: Node serves a signal only afterwards, so Ctrl-C leaves no temporary file. What
 * a kill leaves is swept later.
 * @throws RackError `file-changed`: plan again; `file-not-writable`, `disk-full`
 */
// oxlint-disable-next-line max-params -- three, then an object
export function writeTarget(
  fs: FileSystem,
  state: FileState,
  bytes: Uint8Array | undefined,
  options: WriteOptions,
): WriteOutcome {
  if (bytes === undefined) return deleteTarget(fs, state, options);
  if (isSame(state.bytes, bytes)) return nothingToSay;
  const job: Job = { fs, state, bytes, mode: newMode(state, options) };
  let madeFolders: readonly string[] = [];
  try {
    madeFolders = makeFolders(fs, dirname(state.realPath), options.secret ? 0o700 : 0o777);
    const inPlace = state.links > 1 || !renameOver(job);
    if (inPlace) writeInPlace(job);
    assertWritten(job);
    return { inPlace, madeFolders, tightenedFrom: isTightened(job) ? state.mode : undefined };
  } catch (error) {
    removeEmptyFolders(fs, madeFolders);
    throw toWriteError(error, state.path);
  }
}

interface Job {
  readonly fs: FileSystem;
  readonly state: FileState;
  readonly bytes: Uint8Array;
  /** undefined: up to the umask. */
  readonly mode: number | undefined;
}

function newMode(state: FileState, { secret, mode }: WriteOptions): number | undefined {
  if (!secret) return mode ?? state.mode;
  return state.mode === undefined || (state.mode & 0o077) !== 0 ? 0o600 : state.mode;
}

function isTightened({ state, mode }: Job): boolean {
  return state.mode !== undefined && mode !== undefined && (state.mode & ~mode) !== 0;
}

/** False: this file cannot be replaced, because it is mounted into a container by itself. */
function renameOver({ fs, state, bytes, mode }: Job): boolean {
  const { realPath, uid, gid } = state;
  const temporary = createTemporary(fs, realPath, { bytes, mode, uid, gid });
  try {
    assertUnchanged(fs, state);
    fs.rename(temporary, realPath);
  } catch (error) {
    removeQuietly(fs, temporary);
    if (isMountPoint(error, state)) return false;
    throw error;
  }
  syncQuietly(fs, dirname(realPath));
  return true;
}

function isMountPoint(error: unknown, state: FileState): boolean {
  // On Windows a busy file is one that another program holds.
  if (process.platform === 'win32' || state.bytes === undefined) return false;
  const code = errnoOf(error);
  return code === 'EBUSY' || code === 'EXDEV';
}

function writeInPlace(job: Job): void {
  const { fs, state, bytes, mode } = job;
  assertUnchanged(fs, state);
  try {
    fs.overwrite(state.realPath, bytes, isTightened(job) ? { mode } : {});
  } catch (error) {
    restoreInPlace(job, error);
    throw error;
  }
}

/** The old content needs no more room than the file had, so even a full disk takes it back. */
function restoreInPlace({ fs, state }: Job, cause: unknown): void {
  if (state.bytes === undefined) return;
  try {
    fs.overwrite(state.realPath, state.bytes, { mode: state.mode });
  } catch (error) {
    if (isSame(readQuietly(fs, state), state.bytes)) return;
    throw new RackError('disk-full', `writing this file in place failed half-way (${errnoOf(error) ?? 'unknown'})`, {
      path: state.path,
      hint: 'its old content is in the backup that was made before',
      cause,
    });
  }
}

function readQuietly(fs: FileSystem, state: FileState): Uint8Array | undefined {
  try {
    return fs.read(state.realPath);
  } catch {
    return undefined;
  }
}

function deleteTarget(fs: FileSystem, state: FileState, { removeFolders = [] }: WriteOptions): WriteOutcome {
  try {
    assertUnchanged(fs, state);
    if (state.bytes !== undefined) {
      fs.remove(state.realPath);
      syncQuietly(fs, dirname(state.realPath));
    }
    removeEmptyFolders(fs, removeFolders);
    return nothingToSay;
  } catch (error) {
    throw toWriteError(error, state.path);
  }
}

/** Also when only a link was turned, or the mode was changed: then the plan was made for another file. */
function assertUnchanged(fs: FileSystem, state: FileState): void {
  const now = peekTarget(fs, state.path);
  const isUnchanged =
    now.realPath === state.realPath &&
    now.mode === state.mode &&
    now.links === state.links &&
    isSame(now.bytes, state.bytes);
  if (!isUnchanged) throw changed(state, 'this file was changed by another program while we worked on it');
}

function assertWritten({ fs, state, bytes }: Job): void {
  if (isSame(fs.read(state.realPath), bytes)) return;
  throw changed(state, 'this file was changed by another program right after it was written');
}

function changed({ path }: FileState, message: string): RackError {
  return new RackError('file-changed', message, { path, hint: 'close what writes it, then run the command again' });
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return Buffer.compare(a, b) === 0;
}
