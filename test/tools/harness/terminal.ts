import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { setTimeout as pause } from 'node:timers/promises';
import { signalProcess } from './processes.ts';
import { patience } from './run-tool.ts';
import type { Home, Variables } from './home.ts';

const keys = {
  Enter: '\r',
  Escape: '\u001B',
  Up: '\u001B[A',
  Down: '\u001B[B',
  Tab: '\t',
  Backspace: '\u007F',
  'Ctrl-A': '\u0001',
  'Ctrl-C': '\u0003',
  'Ctrl-D': '\u0004',
  'Ctrl-L': '\u000C',
  'Ctrl-U': '\u0015',
} as const;
export type KeyName = keyof typeof keys;

/** Some programs never stop drawing. */
const longestSettle = 8000;

/** A program in a terminal, as a person at the keyboard has it. */
export interface Terminal {
  /** What can be seen now, without trailing blanks. */
  screen(): string;
  /** All that was written so far, with everything that steers the terminal. */
  raw(): string;
  /** Waits until the screen holds the text; the error shows the screen. */
  waitFor(wanted: string | RegExp, milliseconds?: number): Promise<string>;
  waitUntilGone(unwanted: string | RegExp, milliseconds?: number): Promise<string>;
  /** Waits until nothing has changed for a while. */
  settle(milliseconds?: number): Promise<string>;
  /** Key by key: a burst would be taken for a paste. */
  type(text: string): Promise<void>;
  press(...names: readonly KeyName[]): Promise<void>;
  close(): Promise<void>;
}
export interface TerminalOptions {
  readonly home: Pick<Home, 'project' | 'variables'>;
  readonly variables?: Variables;
  readonly columns?: number;
  readonly rows?: number;
}

export function openTerminal(file: string, args: readonly string[], options: TerminalOptions): Terminal {
  const { home, variables, columns: cols = 110, rows = 70 } = options;
  const screen = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 2000 });
  const program = spawn(file, [...args], {
    name: 'xterm-256color',
    cols,
    rows,
    cwd: home.project,
    env: home.variables(variables),
  });
  let exit: string | undefined;
  let raw = '';
  let lastChange = Date.now();
  program.onData((data) => {
    lastChange = Date.now();
    raw += data;
    screen.write(data);
  });
  // Answers to what programs ask of a terminal: cursor position, device attributes.
  screen.onData((answer) => exit === undefined && program.write(answer));
  program.onExit(({ exitCode, signal }) => (exit = signal ? `signal ${signal}` : `exit ${exitCode}`));
  const show = (): string => textOf(screen);
  const waitUntil = async (isDone: (text: string) => boolean, what: string, milliseconds: number): Promise<string> => {
    const end = Date.now() + milliseconds;
    for (;;) {
      const text = show();
      if (isDone(text)) return text;
      if (exit !== undefined) await pause(200);
      if (Date.now() > end || (exit !== undefined && !isDone(show())))
        throw new Error(`${what}; ${exit ?? 'still running'}; the screen:\n${frame(show())}`);
      await pause(50);
    }
  };
  return {
    screen: show,
    raw: () => raw,
    waitFor: (wanted, milliseconds = patience) =>
      waitUntil((text) => holds(text, wanted), `${String(wanted)} did not show up`, milliseconds),
    waitUntilGone: (unwanted, milliseconds = patience) =>
      waitUntil((text) => !holds(text, unwanted), `${String(unwanted)} did not go away`, milliseconds),
    settle: async (milliseconds = 700) => {
      const end = Date.now() + longestSettle;
      while (Date.now() - lastChange < milliseconds && Date.now() < end) await pause(50);
      return show();
    },
    type: async (text) => {
      for (const character of text) {
        program.write(character);
        await pause(25);
      }
    },
    press: async (...names) => {
      for (const name of names) {
        program.write(keys[name]);
        await pause(150);
      }
    },
    close: async () => {
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        if (exit === undefined) signalProcess(program.pid, signal);
        for (let waits = 0; waits < 30 && exit === undefined; waits += 1) await pause(50);
      }
      screen.dispose();
    },
  };
}

function holds(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

function textOf(screen: xterm.Terminal): string {
  const buffer = screen.buffer.active;
  const lines = Array.from({ length: screen.rows }, (_, row) =>
    buffer.getLine(buffer.viewportY + row)?.translateToString(),
  );
  // Some programs draw with blanks that do not break; nobody sees the difference.
  return lines
    .map((line) => line?.replaceAll('\u00A0', ' ').trimEnd())
    .join('\n')
    .trimEnd();
}

function frame(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n');
}
