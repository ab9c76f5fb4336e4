import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { nodeFileSystem } from '@modelrack/config-edit';
import { withKeptState } from './kept-state.ts';
import type { Machine } from './types.ts';

/** The real world. `self` names our bundled command, if that is what runs. */
export function machineOf(process: NodeJS.Process, self?: Machine['self']): Machine {
  return withKeptState({
    platform: platformOf(process.platform),
    home: process.env['HOME'] || homedir(),
    cwd: process.cwd(),
    variables: process.env,
    fs: nodeFileSystem,
    now: () => new Date(),
    run: (file, args, limits) => runProgram(file, args, limits),
    self,
  });
}

function platformOf(name: string): Machine['platform'] {
  return name === 'win32' || name === 'darwin' ? name : 'linux';
}

function runProgram(
  file: string,
  args: readonly string[],
  limits: Parameters<Machine['run']>[2],
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = {
      timeout: limits.milliseconds,
      maxBuffer: 64 * 1024 * 1024,
      killSignal: 'SIGKILL' as const,
      windowsHide: true,
      ...(limits.variables === undefined ? {} : { env: limits.variables }),
    };
    const child = execFile(file, [...args], options, (error, stdout) => {
      resolve(error === null ? stdout : undefined);
    });
    child.stdin?.end();
  });
}
