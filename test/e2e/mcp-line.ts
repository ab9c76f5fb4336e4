import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { bin, type Rack } from './rack.ts';

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  // What a test expects is what it checks.
  readonly result?: any; // eslint-disable-line typescript/no-explicit-any
  readonly error?: { readonly code: number; readonly message: string };
}

export interface McpLine {
  readonly pid: number;
  /** One line as it is, or a message. */
  send(line: string | object): void;
  /** The answer with this id, or the first message for which it holds. */
  answer(wanted: number | ((message: Message) => boolean)): Promise<Message>;
  /** All lines of standard output so far. */
  lines(): readonly string[];
  stderr(): string;
  /** Closes standard input; the exit code. */
  close(): Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** `modelrack mcp` with the variables that the most frugal client passes on, and a hand that writes the lines. */
export function talk(
  rack: Rack,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): McpLine {
  const six = { HOME: rack.home, PATH: '/nowhere', USER: 'me', LOGNAME: 'me', SHELL: '/bin/sh', TERM: 'dumb' };
  const child = spawn(process.execPath, [bin, 'mcp', ...args], {
    env: { ...six, USERPROFILE: rack.home, ...env },
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  return {
    pid: child.pid ?? 0,
    send: (line) => void child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
    answer(wanted) {
      const fits = (message: Message) => (typeof wanted === 'number' ? message.id === wanted : wanted(message));
      return new Promise((resolve) => {
        const look = () => {
          const found = lines.map((line): Message => JSON.parse(line)).find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
    lines: () => lines,
    stderr: () => stderr,
    close() {
      child.stdin.end();
      return ended;
    },
    kill(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
