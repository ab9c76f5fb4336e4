import { sha256 } from '@modelrack/config-edit';

const opening = '<!-- Made by modelrack; "modelrack remove" takes it out. ';

/** The text with a last line that tells it from a user's: it fits this text and no other. */
export function marked(text: string): string {
  return `${text}${opening}${sha256(new TextEncoder().encode(text)).slice(0, 16)} -->\n`;
}

/** As we wrote it: a file that somebody changed since is theirs. */
export function isMarked(text: string): boolean {
  const start = text.lastIndexOf(opening);
  return start >= 0 && marked(text.slice(0, start)) === text;
}
