import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { endProcesses } from './processes.ts';
import type { Installed } from './install.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** A user's folder that lives as long as one test. Paths are relative to it. */
export interface Home {
  readonly folder: string;
  /** The current directory of what runs in it: a project that is not a git work tree. */
  readonly project: string;
  /** What a process in this home gets; nothing of the variables that this process has, but for the few of `kept`. */
  variables(extra?: Variables): Record<string, string>;
  path(...parts: readonly string[]): string;
  /** undefined: there is no such file. */
  read(path: string): Promise<string | undefined>;
  write(path: string, text: string, mode?: number): Promise<void>;
  /** Ends what still runs in it and takes it away. */
  close(): Promise<void>;
}

const kept = ['LANG', 'SystemRoot', 'ComSpec', 'PATHEXT', 'TZ'];

export async function makeHome(tools: readonly Installed[] = []): Promise<Home> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rack-home-')));
  const project = join(folder, 'project');
  const path = (...parts: readonly string[]): string => join(folder, ...parts);
  for (const name of ['project', '.config', '.cache', '.local/share', '.local/state', 'tmp'])
    await mkdir(path(name), { recursive: true });
  return {
    folder,
    project,
    path,
    variables: (extra = {}) => variablesOf(folder, tools, extra),
    read: (name) => readFile(path(name), 'utf8').catch(() => undefined),
    write: async (name, text, mode = 0o600) => {
      await mkdir(dirname(path(name)), { recursive: true });
      await writeFile(path(name), text, { mode });
    },
    close: async () => {
      await endProcesses(folder);
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

function variablesOf(folder: string, tools: readonly Installed[], extra: Variables): Record<string, string> {
  const path = [
    ...tools.map((tool) => tool.binFolder),
    dirname(process.execPath),
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
  ];
  const all: Record<string, string | undefined> = {
    ...Object.fromEntries(kept.map((name) => [name, process.env[name]])),
    PATH: path.join(delimiter),
    HOME: folder,
    USERPROFILE: folder,
    APPDATA: join(folder, 'AppData/Roaming'),
    LOCALAPPDATA: join(folder, 'AppData/Local'),
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_CACHE_HOME: join(folder, '.cache'),
    XDG_DATA_HOME: join(folder, '.local/share'),
    XDG_STATE_HOME: join(folder, '.local/state'),
    TMPDIR: join(folder, 'tmp'),
    SHELL: '/bin/sh',
    TERM: 'xterm-256color',
    ...quiet,
    ...extra,
  };
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) if (value !== undefined) set[name] = value;
  return set;
}

/** No tool looks for updates or reports anything; what tries all the same meets a proxy that is not there. */
const quiet = {
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
};
