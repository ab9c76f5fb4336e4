import { spawn } from 'node:child_process';
import { signalProcess } from './processes.ts';
import type { Home, Variables } from './home.ts';

export interface RunResult {
  /** null: it was stopped because it took too long. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** All of it, for the message of a failed expectation. */
  readonly shown: string;
}
export interface RunOptions {
  readonly home: Home;
  readonly variables?: Variables;
  readonly input?: string;
  readonly milliseconds?: number;
}

/** Generous: the machine may be slow and busy. */
export const patience = 120_000;

/** Runs a program to its end, in a throwaway home. */
export function runProgram(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { home, variables, input, milliseconds = patience } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: home.project,
      env: home.variables(variables),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    let stdout = '';
    let stderr = '';
    const group = process.platform === 'win32' ? child.pid : child.pid && -child.pid;
    const timer = setTimeout(() => group && signalProcess(group, 'SIGKILL'), milliseconds);
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin?.end(input);
    child.on('error', reject);
    // 'exit', not 'close': a server left behind may hold the pipes open.
    child.on('exit', (code) => {
      clearTimeout(timer);
      setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        const shown = `$ ${[file, ...args].join(' ')}\nexit ${code}\n${stdout}\n${stderr}`;
        resolve({ code, stdout, stderr, shown });
      }, 200);
    });
  });
}
