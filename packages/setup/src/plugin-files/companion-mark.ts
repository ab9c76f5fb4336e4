import { sha256 } from '@modelrack/config-edit';

const opening = '<!-- Made by modelrack for ';

/** The text with a last line that tells it from a user's: it fits this text and no other. */
export function marked(text: string, connection: string): string {
  const print = sha256(new TextEncoder().encode(text)).slice(0, 16);
  return `${text}${opening}${connection}; "modelrack remove" takes it out. ${print} -->\n`;
}

/** Ours once, whatever the user made of it. */
export function bearsMark(text: string): boolean {
  return text.includes(opening);
}

/**
 * As we wrote it, for this connection or for any: a file that somebody changed since is theirs.
 */
export function isMarked(text: string, connection?: string): boolean {
  const start = text.lastIndexOf(opening);
  if (start < 0) return false;
  const named = /^[a-z]+/.exec(text.slice(start + opening.length))?.[0];
  if (named === undefined || (connection !== undefined && named !== connection)) return false;
  return marked(text.slice(0, start), named) === text;
}
