import type { Command } from 'commander';
import type { CommonOptions, SessionOptions } from '../world/context.ts';
import { start, withConnection, withGateway, withGlobs, type Runner } from './command-parts.ts';

/** A tool for one session, and a set-up for a team. */
export function addSession(program: Command, runner: Runner): void {
  const run = program
    .command('run <tool> [args...]')
    .description('start a tool on the gateway for one session, without writing its files; pass its arguments after --')
    .option('-m, --model <id>', 'start with this model (default: the first that the tool can use)')
    .option('--dry-run', 'show the command, its variables and its files, and start nothing');
  withGlobs(withConnection(run)).action((name: string, args: string[], ...[, command]: [unknown, Command]) =>
    start<SessionOptions>(runner, command, async (context, options) =>
      (await import('../commands/run-tool.ts')).runTool(context, { name, args }, options),
    ),
  );
  const team = program.command('team').description('share a set-up with everybody in a project');
  const init = team.command('init').description('write what is set up here into modelrack.json, without the key');
  withGateway(init).action((_: unknown, command: Command) =>
    start<CommonOptions & { gateway?: string }>(runner, command, async (context, options) =>
      (await import('../commands/team/init.ts')).teamInit(context, options),
    ),
  );
}
