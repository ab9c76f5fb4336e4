import type { Context } from '../world/context.ts';

/** Writes what a model says, piece by piece. */
export interface Words {
  write(text: string): void;
  /** Ends the last line. */
  end(): void;
}

/** What would make a terminal do something; a sequence that is cut in two falls apart with its first sign. */
const commands = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Into a pipe as it is; onto a terminal without what steers it. */
export function wordsFor({ world: { out } }: Context): Words {
  const isTerminal = out.isTTY;
  let last = '\n';
  return {
    write(text) {
      if (text === '') return;
      last = text.at(-1) ?? last;
      out.write(isTerminal ? text.replaceAll('\r\n', '\n').replace(commands, '') : text);
    },
    end() {
      if (last !== '\n') out.write('\n');
    },
  };
}
