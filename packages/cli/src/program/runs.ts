import { Option, type Command } from 'commander';
import type { RefreshOptions, RunOptions } from '../world/context.ts';
import {
  start,
  withConnection,
  withDryRun,
  withFiles,
  withGateway,
  withGlobs,
  withList,
  withTakeOver,
  type Runner,
} from './command-parts.ts';
import { milliseconds } from './arguments.ts';

/** The commands that write into tools. */
export function addRuns(program: Command, runner: Runner): void {
  const setup = program
    .command('setup [tool...]')
    .description("write the gateway's models into the named tools, or into all those found on this machine")
    .option('--mcp', 'also register the MCP server in tools that can use one')
    .option('--no-mcp', 'remove the MCP server from the tools')
    .option('--move', 'let a connection move to another host')
    .option('--no-team', "ignore the project's modelrack.json")
    .option('--tool-package <path>', "add a third party's tool from this folder or file");
  withChanges(withTakeOver(withConnection(setup))).action((tools: string[], _: unknown, command: Command) =>
    start<RunOptions>(runner, command, async (context, options) =>
      tools.length === 1 && tools[0] === 'env'
        ? (await import('../commands/setup-env.ts')).setupEnv(context, options)
        : (await import('../commands/setup.ts')).setup(context, tools, options),
    ),
  );
  const refresh = program
    .command('refresh [tool...]')
    .description('update every configured tool from the live list')
    .addOption(
      new Option('--if-older <duration>', 'do nothing if the last refresh is younger than this: 10m, 24h').argParser(
        milliseconds,
      ),
    );
  withChanges(withTakeOver(withList(refresh))).action((tools: string[], _: unknown, command: Command) =>
    start<RefreshOptions>(runner, command, async (context, options) =>
      (await import('../commands/refresh.ts')).refresh(context, tools, options),
    ),
  );
  for (const [name, description] of [
    ['undo', 'undo the last change'],
    ['remove', 'remove everything modelrack wrote; keep everything else'],
  ] as const) {
    const command = program.command(`${name} [tool...]`).description(description);
    const parts = withDryRun(withGateway(command));
    (name === 'remove' ? withFiles(parts, 'change') : parts).action((tools: string[], _: unknown, self: Command) =>
      start<RunOptions>(runner, self, async (context, options) =>
        (await import('../commands/take-out.ts')).takeOut(context, { command: name, names: tools, options }),
      ),
    );
  }
}

function withChanges(command: Command): Command {
  const models = withGlobs(withDryRun(command)).option('--default <model>', "also make this model the tool's default");
  return withFiles(models);
}
