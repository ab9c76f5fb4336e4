import type { Machine } from '@modelrack/setup';
import type { Readable, Writable } from 'node:stream';

/** All that the command touches, so that a test can stand in for a terminal. */
export interface World {
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Behind a promise: the short commands never load it. */
  machine(): Promise<Machine>;
  /** Calls back on Ctrl-C or a request to end; returns what takes the wish back. */
  onInterrupt(listener: () => void): () => void;
}

export type Terminal = Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };

export function realWorld(): World {
  swallowClosedPipe(process.stdout);
  swallowClosedPipe(process.stderr);
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    // A getter: touching `process.stdin` opens it, which costs, and keeps a pipe waiting.
    get stdin() {
      return process.stdin;
    },
    variables: process.env,
    async machine() {
      return (await import('./real-machine.ts')).realMachine();
    },
    onInterrupt(listener) {
      process.on('SIGINT', listener);
      process.on('SIGTERM', listener);
      return () => {
        process.off('SIGINT', listener);
        process.off('SIGTERM', listener);
      };
    },
  };
}

/** Whoever read our output has left (`| head`): not our failure, and what is under way goes on. */
function swallowClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
