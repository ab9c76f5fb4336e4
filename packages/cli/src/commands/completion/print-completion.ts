import { bash } from './bash.ts';
import { fish } from './fish.ts';
import { powershell } from './powershell.ts';
import { zsh } from './zsh.ts';
import type { Context } from '../../world/context.ts';

const scripts = { bash, zsh, fish, powershell };

export type Shell = keyof typeof scripts;

/** The script as it is: with `--json` as one text of a document. */
export function printCompletion({ printer }: Context, shell: Shell): number {
  printer.document({ schema: 1, command: 'completion', shell, script: scripts[shell] });
  printer.result(scripts[shell]);
  return 0;
}
