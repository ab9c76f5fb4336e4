import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { RackError } from '@modelrack/errors';
import { foldersOf, pathsOf } from './folders.ts';
import { isTaken } from './is-taken.ts';
import type { Machine } from './types.ts';

const patienceMs = 60_000;
const staleMs = 10_000;

/**
 * Runs `work` while this process alone may write config, ledger and files of tools. Waits up to 60 s for any one holder.
 * The lock is real even where a test's file system is not: it guards processes, not data.
 */
export async function withLock<Result>(machine: Machine, work: () => Promise<Result>): Promise<Result> {
  const { release, isInherited } = await acquire(pathsOf(machine).join(foldersOf(machine).state, 'lock'));
  try {
    if (isInherited) (await import('./sweep-killed.ts')).sweepKilled(machine);
    return await work();
  } finally {
    release();
  }
}

/** From one who died with it, or not. */
async function acquire(lock: string): Promise<{ release: () => void; isInherited: boolean }> {
  makeFolderOf(lock);
  let isInherited = false;
  let deadline = Date.now() + patienceMs;
  let holder = holderOf(lock);
  let wait = 5;
  for (;;) {
    const release = makeLock(lock);
    if (release !== undefined) return { release, isInherited };
    if (takeFromDead(lock)) {
      isInherited = true;
      continue;
    }
    const now = holderOf(lock);
    // Many runs at once get on, one after the other: nobody of them is stuck.
    if (now !== holder) deadline = Date.now() + patienceMs;
    holder = now;
    if (Date.now() > deadline) throw lockedError(lock);
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    wait = Math.min(wait * 2, 100);
  }
}

function makeFolderOf(lock: string): void {
  try {
    fs.mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw asRackError(error, lock);
  }
}

/**
 * The lock is a folder that names its holder from its first moment on: it is filled, then renamed. undefined: somebody
 * has it. @throws RackError
 */
function makeLock(lock: string): (() => void) | undefined {
  const filled = besides(lock);
  const holder = JSON.stringify({ pid: process.pid, host: hostname() });
  try {
    fs.mkdirSync(filled);
    fs.writeFileSync(join(filled, 'holder'), holder);
    fs.renameSync(filled, lock);
  } catch (error) {
    fs.rmSync(filled, { recursive: true, force: true });
    if (isTaken(error)) return undefined;
    throw asRackError(error, lock);
  }
  return holding(lock, holder);
}

/** Shows that its holder lives for as long as it is held; the rest is to be called at the end, and is if it forgets. */
function holding(lock: string, holder: string): () => void {
  const isOurs = () => holderOf(lock) === holder;
  const touch = setInterval(() => {
    if (isOurs()) fs.utimesSync(lock, new Date(), new Date());
  }, staleMs / 2);
  touch.unref();
  const release = () => {
    clearInterval(touch);
    process.removeListener('exit', release);
    if (isOurs()) removeLock(lock);
  };
  process.once('exit', release);
  return release;
}

/** Away in one step; what is in it goes afterwards. */
function removeLock(lock: string): void {
  try {
    const away = besides(lock);
    fs.renameSync(lock, away);
    fs.rmSync(away, { recursive: true, force: true });
  } catch {
    // It went in the meantime.
  }
}

function besides(lock: string): string {
  return `${lock}.${process.pid}-${Math.random().toString(36).slice(2)}`;
}

/**
 * Frees the lock of a process that died on this machine, or shows no sign of life elsewhere. A second lock guards the look and the removal, so
 * that no one takes a lock that was won again in between.
 */
function takeFromDead(lock: string): boolean {
  if (!isLeft(lock)) return false;
  const guard = `${lock}.takeover`;
  try {
    fs.mkdirSync(guard);
  } catch {
    removeOld(guard);
    return false;
  }
  try {
    if (!isLeft(lock)) return false;
    removeLock(lock);
    return true;
  } finally {
    fs.rmdirSync(guard);
  }
}

/** Empty: nobody holds it now. */
function holderOf(lock: string): string {
  try {
    return fs.readFileSync(join(lock, 'holder'), 'utf8');
  } catch {
    return '';
  }
}

function isLeft(lock: string): boolean {
  return isHolderDead(lock) || isOld(lock);
}

function isOld(path: string): boolean {
  try {
    return Date.now() - fs.statSync(path).mtimeMs > staleMs;
  } catch {
    // It went in the meantime.
    return false;
  }
}

function isHolderDead(lock: string): boolean {
  try {
    const holder: unknown = JSON.parse(holderOf(lock));
    if (typeof holder !== 'object' || holder === null) return false;
    if (!('pid' in holder) || typeof holder.pid !== 'number') return false;
    if (!('host' in holder) || holder.host !== hostname()) return false;
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

function removeOld(guard: string): void {
  try {
    if (isOld(guard)) fs.rmdirSync(guard);
  } catch {
    // It went in the meantime.
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const closed = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);
const full = new Set(['ENOSPC', 'EDQUOT']);

function asRackError(error: unknown, lock: string): RackError {
  const code = codeOf(error) ?? '';
  const elsewhere = 'set XDG_STATE_HOME to a folder of yours';
  if (full.has(code)) {
    return new RackError('disk-full', `the disk is too full to write the state folder (${code})`, {
      path: lock,
      hint: `free some space on that disk, or ${elsewhere}`,
      cause: error,
    });
  }
  if (!closed.has(code)) return new RackError('internal', 'the lock could not be taken', { path: lock, cause: error });
  const remedy = code === 'EROFS' ? 'mount its disk writable' : 'correct its owner or mode';
  return new RackError('file-not-writable', `the state folder cannot be written (${code})`, {
    path: lock,
    hint: `${remedy}, or ${elsewhere}`,
    cause: error,
  });
}

function lockedError(lock: string): RackError {
  return new RackError('locked', 'another run of modelrack has not finished for 60 s', {
    path: lock,
    hint: 'wait for it, or end it',
  });
}
