import type { Machine } from '@modelrack/setup';
import type { Readable, Writable } from 'node:stream';
import { standardOutput, type Output } from './standard-output.ts';

/** All that the command touches, so that a test can stand in for a terminal. */
export interface World {
  readonly out: Output;
  readonly err: Output;
  /** The stream of `out`, for what writes bytes or waits for whoever reads: slow to make. */
  readonly stdout: Terminal;
  /** The stream of `err`, for what draws on a terminal: slow to make. */
  readonly stderr: Terminal;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Behind a promise: the short commands never load it. */
  machine(): Promise<Machine>;
  /** Calls back on Ctrl-C or a request to end, the latest first; returns what takes the wish back. */
  onInterrupt(listener: () => void): () => void;
}

export type Terminal = Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };

export function realWorld(): World {
  const stdout = once(() => withoutClosedPipe(process.stdout));
  const stderr = once(() => withoutClosedPipe(process.stderr));
  return {
    out: standardOutput(1, stdout),
    err: standardOutput(2, stderr),
    get stdout() {
      return stdout();
    },
    get stderr() {
      return stderr();
    },
    // A getter: touching `process.stdin` opens it, which costs, and keeps a pipe waiting.
    get stdin() {
      return process.stdin;
    },
    variables: process.env,
    async machine() {
      return (await import('./real-machine.ts')).realMachine();
    },
    onInterrupt(listener) {
      process.prependListener('SIGINT', listener);
      process.prependListener('SIGTERM', listener);
      return () => {
        process.off('SIGINT', listener);
        process.off('SIGTERM', listener);
      };
    },
  };
}

/** Whoever read our output has left (`| head`): not our failure, and what is under way goes on. */
function withoutClosedPipe(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
