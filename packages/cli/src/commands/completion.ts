import { bash } from '../completion/scripts/bash.ts';
import { fish } from '../completion/scripts/fish.ts';
import { powershell } from '../completion/scripts/powershell.ts';
import { zsh } from '../completion/scripts/zsh.ts';
import type { Context } from '../world/context.ts';

const scripts = { bash, zsh, fish, powershell };

export type Shell = keyof typeof scripts;

/** The script as it is: with `--json` as one text of a document. */
export function printCompletion({ printer }: Context, shell: Shell): number {
  printer.document({ schema: 1, command: 'completion', shell, script: scripts[shell] });
  printer.result(scripts[shell]);
  return 0;
}
