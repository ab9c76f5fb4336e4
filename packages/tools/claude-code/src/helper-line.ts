import type { PlanInput } from '@modelrack/tool-kit';

/** A command line for the shell that Claude Code gives `apiKeyHelper` to. */
export function helperLine(argv: readonly string[], platform: PlanInput['platform']): string {
  return argv.map((word) => (platform === 'win32' ? quotedForCmd(word) : quotedForSh(word))).join(' ');
}

function quotedForSh(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

// A path of Windows holds no quotation mark.
function quotedForCmd(word: string): string {
  return /^[\w@+=:,.\\/-]+$/.test(word) ? word : `"${word}"`;
}
