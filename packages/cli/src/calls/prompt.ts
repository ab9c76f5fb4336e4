import { RackError } from '@modelrack/errors';
import { fstatSync } from 'node:fs';
import type { Context } from '../world/context.ts';

const mostBytes = 32 * 2 ** 20;

/**
 * What is asked: the words of the command line, what is piped in, or the words with what is piped in below them.
 * `-` is where the pipe is meant, and nothing else.
 */
export async function promptFrom(context: Context, words: readonly string[]): Promise<string> {
  const isPipeMeant = words.length === 1 && words[0] === '-';
  const asked = isPipeMeant ? '' : words.join(' ').trim();
  const piped = isPipeMeant || isPiped(context) ? (await readPipe(context)).trimEnd() : '';
  const prompt = [asked, piped].filter((part) => part.trim() !== '').join('\n\n');
  if (prompt !== '') return prompt;
  throw new RackError('missing-answer', 'no text was given', {
    hint: `for example: modelrack ${context.command} "…", or pipe it in`,
  });
}

/** A file, a pipe or a socket; not a terminal, and not what waits for nobody. */
function isPiped({ world }: Context): boolean {
  if (world.stdin.isTTY === true) return false;
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}

async function readPipe({ world }: Context): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of world.stdin) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > mostBytes) throw new RackError('usage', 'standard input is too long for a prompt');
  }
  return Buffer.concat(chunks).toString('utf8');
}
