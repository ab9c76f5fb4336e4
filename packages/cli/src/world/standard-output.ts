import { RackError } from '@modelrack/errors';
import { fstatSync, statSync, writeSync } from 'node:fs';

/** Where text goes; the stream behind it, for those who need one, is in `World`. */
export interface Output {
  readonly isTTY: boolean;
  write(text: string): void;
}

/**
 * Files and pipes are written without the stream of `process`, whose making costs an eighth of a bare start of
 * Node. A terminal, and a pipe that is full and does not wait, get the stream.
 */
export function standardOutput(fd: 1 | 2, stream: () => NodeJS.WriteStream): Output {
  let isStreamed: boolean | undefined;
  let isClosed = false;
  const needsStream = () => (isStreamed ??= !isPlain(fd));
  return {
    get isTTY() {
      return needsStream() && stream().isTTY === true;
    },
    write(text) {
      if (isClosed) return;
      if (needsStream()) return void stream().write(text);
      const bytes = Buffer.from(text);
      let done = 0;
      try {
        while (done < bytes.length) done += writeSync(fd, bytes, done);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        // Whoever read our output has left (`| head`): not our failure, and what is under way goes on.
        if (code === 'EPIPE') isClosed = true;
        else if (code !== 'EAGAIN') {
          // Said once, on the other output; nothing more can go to this one.
          isClosed = true;
          throw new RackError('disk-full', `the output cannot be written (${code ?? 'unknown'})`, {
            hint: 'see where it is directed to: a full disk, a closed file?',
            cause: error,
          });
        } else {
          // All that comes later waits behind the rest.
          isStreamed = true;
          stream().write(bytes.subarray(done));
        }
      }
    },
  };
}

/** Certainly no terminal. Unsure on Windows, and with a closed output. */
function isPlain(fd: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    const stats = fstatSync(fd);
    return !stats.isCharacterDevice() || ['/dev/null', '/dev/full'].some((path) => stats.rdev === statSync(path).rdev);
  } catch {
    return false;
  }
}
