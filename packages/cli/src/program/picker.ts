import { Option, type Command } from 'commander';
import type { FitsOptions, PickOptions } from '../world/context.ts';
import { start, withConnection, type Runner } from './command-parts.ts';
import { tokenCount } from './arguments.ts';

/** The commands that find a model. */
export function addPicker(program: Command, runner: Runner): void {
  const pick = program
    .command('pick [query...]')
    .description('find a model by a few letters, and print one line: /model <id>')
    .option('--for <tool>', 'print the line as this tool understands it')
    .option('--first', 'take the best match without asking')
    .option('--copy', 'also copy the line to the clipboard');
  withConnection(pick).action((query: string[], _: unknown, command: Command) =>
    start<PickOptions>(runner, command, async (context, options) =>
      (await import('../commands/pick.ts')).pick(context, query.join(' '), options),
    ),
  );
  const fits = program
    .command('fits <model>')
    .description('check whether a conversation fits a model, and list the smallest ones that it fits')
    .addOption(
      new Option('--tokens <number>', 'assume a conversation of this size, like 200000 or 200k')
        .argParser(tokenCount)
        .conflicts('thread'),
    )
    .option('--thread <file>', 'read the conversation from a transcript of Claude Code, Codex or opencode');
  withConnection(fits).action((model: string, _: unknown, command: Command) =>
    start<FitsOptions>(runner, command, async (context, options) =>
      (await import('../commands/fits.ts')).fits(context, model, options),
    ),
  );
}
