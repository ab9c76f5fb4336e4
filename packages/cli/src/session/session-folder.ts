import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { foldersOf, type Machine, type SessionPlan } from '@modelrack/setup';

/** The processes that use the folder; it is nobody's once all of them have ended. */
const usersFile = '.pids';

/** Only a name: nothing is made yet. */
export function sessionFolder(machine: Machine): string {
  return join(foldersOf(machine).sessions, randomUUID());
}

/** Readable by the user alone, the folder and all that is in it. */
export function makeSession(folder: string, files: SessionPlan['files']): void {
  if (files.length === 0) return;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  mkdirSync(folder, { mode: 0o700 });
  addUser(folder, process.pid);
  for (const { path, after = '' } of files) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, after, { mode: 0o600, flag: 'wx' });
  }
}

export function addUser(folder: string, pid: number): void {
  try {
    writeFileSync(join(folder, usersFile), `${pid}\n`, { mode: 0o600, flag: 'a' });
  } catch {
    // There is no folder: the session needs none.
  }
}

export function removeSession(folder: string): void {
  // The tool may be writing its last lines.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** What sessions left that were killed. */
export function sweepSessions(machine: Machine): void {
  const { sessions } = foldersOf(machine);
  for (const name of namesIn(sessions)) {
    const folder = join(sessions, name);
    if (usersOf(folder).some((pid) => isRunning(pid))) continue;
    try {
      removeSession(folder);
    } catch {
      // Somebody else's, or in use: the next session tries again.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function usersOf(folder: string): readonly number[] {
  try {
    return readFileSync(join(folder, usersFile), 'utf8').trim().split('\n').map(Number);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
