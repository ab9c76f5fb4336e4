import type { Machine } from '@modelrack/setup';
import { commandLine } from '@modelrack/tool-kit';
import { exportLine, shellOf } from '../text/shell-exports.ts';

/** Closes a file or a folder to other users. */
export function chmodLine({ platform }: Machine, mode: number, path: string): string {
  return commandLine(['chmod', octal(mode), path], platform);
}

export function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}

/** In the user's shell, where the key has to be filled in. */
export function keyLine({ platform, variables }: Machine, name: string): string {
  return exportLine(shellOf(platform, variables), name, { text: 'KEY' });
}

export function unsetLine({ platform, variables }: Machine, name: string): string {
  const shell = shellOf(platform, variables);
  if (shell === 'powershell') return `Remove-Item Env:${name}`;
  return shell === 'fish' ? `set -e ${name}` : `unset ${name}`;
}
