import type { Command } from 'commander';
import type { CommonOptions, Context } from './world/context.ts';

/** What a command is given, and what becomes of its number. */
export interface Runner {
  run(command: string, options: CommonOptions, body: (context: Context) => Promise<number>): Promise<void>;
  writeOut(text: string): void;
  writeErr(text: string): void;
}

/** The options as commander has them, of this command and of those above it. */
export function start<Options extends CommonOptions>(
  runner: Runner,
  command: Command,
  body: (context: Context, options: Options) => Promise<number>,
): Promise<void> {
  const options = command.optsWithGlobals<Options>();
  return runner.run(pathOf(command), options, (context) => body(context, options));
}

/** `connections rename`, without the program's own name. */
function pathOf(command: Command): string {
  const parent = command.parent;
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

export function withGateway(command: Command): Command {
  return command
    .option('--gateway <name>', 'which connection')
    .option('--offline', 'use the cached list')
    .option('--take-over', 'agree to divert a tool that has one gateway at a time');
}

export function withConnection(command: Command): Command {
  return withGateway(command)
    .option('--base-url <url>', 'URL of the gateway, with or without /v1; else MODELRACK_BASE_URL')
    .option('--api-key-env <name>', 'environment variable that holds the key (default: MODELRACK_API_KEY)')
    .option('--api-key-stdin', 'read the key from standard input and keep it in a file')
    .option('--no-key', 'the gateway has no key')
    .option('--insecure', 'allow http:// to a host that is not on this machine or network');
}
