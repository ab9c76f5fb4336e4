import { posix, win32 } from 'node:path';
import type { Machine } from './types.ts';

/** Where modelrack keeps its own things, by the public contract. */
export interface Folders {
  readonly config: string;
  readonly configFile: string;
  readonly keys: string;
  readonly state: string;
  readonly ledger: string;
  readonly backups: string;
  /** Ids that were picked, a file for each connection. */
  readonly picked: string;
  /** A folder for each tool that runs for one session. */
  readonly sessions: string;
  /** What was written so that refreshes run by themselves. */
  readonly schedule: string;
  readonly cache: string;
  readonly data: string;
  readonly bin: string;
  /** One folder for each tool that gets files of ours. */
  readonly plugins: string;
  /** What was made by calls: pictures, videos, speech. */
  readonly media: string;
  /** Video jobs that are under way. */
  readonly videos: string;
}

type Base = Pick<Machine, 'platform' | 'home' | 'variables'>;

export function pathsOf(machine: Pick<Machine, 'platform'>): typeof posix {
  return machine.platform === 'win32' ? win32 : posix;
}

/** An XDG variable that is set but empty or relative counts as unset. */
export function xdgFolder(machine: Base, variable: string, fallback: string): string {
  const path = pathsOf(machine);
  const value = machine.variables[variable];
  return value !== undefined && path.isAbsolute(value) ? value : path.join(machine.home, fallback);
}

/** `%APPDATA%` and `%LOCALAPPDATA%`, which a service or a bare shell may lack. */
export function windowsFolder(machine: Base, variable: 'APPDATA' | 'LOCALAPPDATA'): string {
  const fallback = variable === 'APPDATA' ? 'Roaming' : 'Local';
  return machine.variables[variable] || win32.join(machine.home, 'AppData', fallback);
}

export function foldersOf(machine: Base): Folders {
  if (machine.platform === 'win32') {
    const config = win32.join(windowsFolder(machine, 'APPDATA'), 'modelrack');
    const local = win32.join(windowsFolder(machine, 'LOCALAPPDATA'), 'modelrack');
    return folders(win32, { config, state: local, cache: win32.join(local, 'cache'), data: local });
  }
  const under = (variable: string, fallback: string) => posix.join(xdgFolder(machine, variable, fallback), 'modelrack');
  return folders(posix, {
    config: under('XDG_CONFIG_HOME', '.config'),
    state: under('XDG_STATE_HOME', '.local/state'),
    cache: under('XDG_CACHE_HOME', '.cache'),
    data: under('XDG_DATA_HOME', '.local/share'),
  });
}

function folders(path: typeof posix, base: Pick<Folders, 'config' | 'state' | 'cache' | 'data'>): Folders {
  return {
    ...base,
    configFile: path.join(base.config, 'config.jsonc'),
    keys: path.join(base.config, 'keys'),
    ledger: path.join(base.state, 'ledger'),
    backups: path.join(base.state, 'backups'),
    picked: path.join(base.state, 'picked'),
    sessions: path.join(base.state, 'tmp'),
    schedule: path.join(base.state, 'schedule.json'),
    bin: path.join(base.data, 'bin'),
    plugins: path.join(base.data, 'plugins'),
    media: path.join(base.data, 'media'),
    videos: path.join(base.state, 'videos'),
  };
}
