import type { Platform } from './contract/file-spec.ts';

/** A command as one line, for tools that give it to the shell of the system. */
export function commandLine(argv: readonly string[], platform: Platform): string {
  return argv.map((word) => (platform === 'win32' ? quotedForCmd(word) : quotedForSh(word))).join(' ');
}

function quotedForSh(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

// A path of Windows holds no quotation mark.
function quotedForCmd(word: string): string {
  return /^[\w@+=:,.\\/-]+$/.test(word) ? word : `"${word}"`;
}
