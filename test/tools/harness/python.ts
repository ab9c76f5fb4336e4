import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PythonRange } from '../versions.ts';
import { runStep } from './run-step.ts';

const minors = [14, 13, 12, 11, 10];
const isWindows = process.platform === 'win32';

/** Where a virtual environment keeps its commands. */
export const commandFolder = isWindows ? 'Scripts' : 'bin';

/** Brings a release from PyPI into a virtual environment of its own. */
export async function loadPython(spec: string, folder: string, range: PythonRange): Promise<void> {
  const options = { cwd: folder, output: 'show' } as const;
  await runStep([findPython(range), '-m', 'venv', folder], options);
  const python = join(folder, commandFolder, 'python');
  await runStep([python, '-m', 'pip', 'install', '--no-input', '--quiet', spec], options);
}

/** The version that is published now. */
export async function newestPython(name: string, range: PythonRange, cwd: string): Promise<string> {
  const shown = await runStep([findPython(range), '-m', 'pip', 'index', 'versions', name.replace(/\[.*$/, '')], {
    cwd,
    output: 'capture',
  });
  const version = /\((.+)\)/.exec(shown)?.[1];
  if (version === undefined) throw new Error(`pip does not say which version of ${name} is the newest`);
  return version;
}

/** A Python of this machine that can make virtual environments and that the release runs on. */
function findPython({ from, to }: PythonRange): string {
  const found = candidates().find((file) => {
    const minor = minorOf(file);
    return minor !== undefined && minor >= numberOf(from) && (to === undefined || minor <= numberOf(to));
  });
  if (found === undefined) throw new Error(`no Python ${from} ${to ? `to ${to}` : 'or newer'} with venv and pip`);
  return found;
}

function candidates(): readonly string[] {
  const pyenv = join(process.env['PYENV_ROOT'] || join(homedir(), '.pyenv'), 'versions');
  return [
    isWindows ? 'python' : 'python3',
    ...minors.map((minor) => `python3.${minor}`),
    ...listed(pyenv).map((version) => join(pyenv, version, 'bin/python3')),
  ];
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It has no pyenv.
    return [];
  }
}

function minorOf(file: string): number | undefined {
  const code = 'import sys, venv, ensurepip; print("%d.%d" % sys.version_info[:2])';
  const { stdout, status } = spawnSync(file, ['-c', code], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return status === 0 ? numberOf(stdout.trim()) : undefined;
}

/** Of `3.12` the 12. */
function numberOf(version: string): number {
  return Number(version.split('.')[1]);
}
