import { greetingFor, type Greeting } from './greeting.ts';
import type { Host } from './host.ts';

/** A first line that is longer is left to the SDK. */
const longest = 65_536;

/**
 * Answers `initialize` before the SDK is loaded, which takes longer than all the rest of a start: a client starts
 * every server that it knows, and waits for each. Resolves as soon as there is something for the SDK, with what was
 * answered; all that was read stands in the stream again.
 */
export function greet({ stdin, stdout, version }: Host): Promise<Greeting | undefined> {
  return new Promise((resolve) => {
    let read = Buffer.alloc(0);
    let greeting: Greeting | undefined;
    const handOver = () => {
      stdin.off('data', listen).pause();
      stdin.unshift(read);
      resolve(greeting);
    };
    const listen = (chunk: Uint8Array | string) => {
      read = Buffer.concat([read, Buffer.from(chunk)]);
      if (greeting !== undefined) return handOver();
      const end = read.indexOf('\n');
      if (end === -1) return read.length > longest ? handOver() : undefined;
      greeting = greetingFor(read.toString('utf8', 0, end), { version });
      if (greeting !== undefined) stdout.write(greeting.text);
      if (greeting === undefined || read.length > end + 1) handOver();
    };
    stdin.on('data', listen);
  });
}
