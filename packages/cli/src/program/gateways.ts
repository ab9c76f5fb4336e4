import { Option, type Command } from 'commander';
import type { BridgeOptions, CommonOptions } from '../world/context.ts';
import { start, type Runner } from './command-parts.ts';
import { port } from './arguments.ts';

/** The commands around the gateways that are known. */
export function addConnections(program: Command, runner: Runner): void {
  const connections = program.command('connections').description('list, rename and forget gateways');
  connections
    .command('list', { isDefault: true })
    .description('list names, URLs and where the keys come from')
    .action((_: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('../commands/connections.ts')).listConnections(context),
      ),
    );
  connections
    .command('rename <from> <to>')
    .description('rename a connection')
    .action((from: string, to: string, ...[, command]: [unknown, Command]) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('../commands/connections.ts')).rename(context, from, to),
      ),
    );
  connections
    .command('forget <name>')
    .description('forget a connection and delete its stored key')
    .action((name: string, _: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('../commands/connections.ts')).forget(context, name),
      ),
    );
  program
    .command('key [name]')
    .description('print the key into a pipe, for tools that take a command')
    .action((name: string | undefined, _: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('../commands/key.ts')).printKey(context, name),
      ),
    );
}

/** The two wires in front of a gateway that has one. */
export function addBridge(program: Command, runner: Runner): void {
  program
    .command('bridge')
    .description('serve Anthropic Messages and Responses in front of a gateway that has only chat completions')
    .option('--base-url <url>', 'use the gateway at this URL, with or without /v1 (default: $MODELRACK_BASE_URL)')
    .option('--gateway <name>', 'use this connection')
    .option('--insecure', 'allow plain http:// to a public host')
    .addOption(new Option('--port <number>', 'listen on this port; 0 picks a free one (default: 8421)').argParser(port))
    .action((_: unknown, command: Command) =>
      start<BridgeOptions>(runner, command, async (context, options) =>
        (await import('../commands/bridge.ts')).bridge(context, options),
      ),
    );
}
