import { Argument, type Command } from 'commander';
import type { Shell } from '../commands/completion/print-completion.ts';
import type { CommonOptions } from '../world/context.ts';
import { start, type Runner } from './command-parts.ts';

const shells: readonly Shell[] = ['bash', 'zsh', 'fish', 'powershell'];

export function addShell(program: Command, runner: Runner): void {
  program
    .command('completion')
    .description('print a script that completes commands, flags, tools and models at Tab')
    .addArgument(new Argument('<shell>', 'the shell that reads the script').choices(shells))
    .action((shell: Shell, _: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('../commands/completion/print-completion.ts')).printCompletion(context, shell),
      ),
    );
}
