import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { RackError } from '@modelrack/errors';
import type { Machine } from '@modelrack/setup';

export const teamFileName = 'modelrack.json';

export interface FoundFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file that a person writes and reads; more is no such file. */
const mostBytes = 64 * 1024;

/**
 * The file of the work tree that the current folder is in; without one that of the current folder alone, since the
 * folders above may be open to everybody.
 * @throws RackError `file-unreadable`, `file-shape`
 */
export function findTeamFile({ cwd, home }: Pick<Machine, 'cwd' | 'home'>): FoundFile | undefined {
  const folders = foldersToLookIn(cwd, home);
  const folder = folders.find((each) => isThere(join(each, teamFileName)));
  return folder === undefined ? undefined : readTeamFile(join(folder, teamFileName), folders.at(-1) ?? folder);
}

/** From the current folder up to the top of the work tree; never the home folder, which is nobody's project. */
export function foldersToLookIn(cwd: string, home: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; folder !== home; folder = dirname(folder)) {
    folders.push(folder);
    if (isThere(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) break;
  }
  return cwd === home ? [] : [cwd];
}

function readTeamFile(path: string, top: string): FoundFile {
  try {
    const real = realpathSync(path);
    const way = relative(realpathSync(top), real);
    if (way.startsWith(`..${sep}`) || way === '..' || way.includes(':')) {
      throw new RackError('file-unreadable', 'the link leads out of the project', {
        path,
        hint: 'put the file itself there, or set up without it: --no-team',
      });
    }
    const stat = statSync(real);
    if (!stat.isFile()) throw new RackError('file-unreadable', 'it is not a file', { path });
    if (stat.size > mostBytes) {
      throw new RackError('file-shape', `the file has ${stat.size} bytes, and at most ${mostBytes} are read`, {
        path,
        hint: 'set up without it: --no-team',
      });
    }
    return { path, bytes: readFileSync(real) };
  } catch (cause) {
    if (cause instanceof RackError) throw cause;
    throw new RackError('file-unreadable', 'the file cannot be read', { path, cause });
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
