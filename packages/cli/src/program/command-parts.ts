import { Option, type Command } from 'commander';
import type { CommonOptions, Context } from '../world/context.ts';

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

/** For commands that ask no gateway. */
export function withGateway(command: Command): Command {
  return command.option('--gateway <name>', 'use this connection');
}

/** For commands that read the list of a saved connection. */
export function withList(command: Command): Command {
  return withGateway(command).option('--offline', 'use the cached list');
}

/** For commands that also talk to a gateway that is not saved. */
export function withConnection(command: Command): Command {
  return withList(command)
    .option('--base-url <url>', 'use the gateway at this URL, with or without /v1 (default: $MODELRACK_BASE_URL)')
    .option('--api-key-env <name>', 'read the key from this environment variable (default: MODELRACK_API_KEY)')
    .option('--api-key-stdin', 'read the key from standard input, and store it when setting up')
    .option('--no-key', 'use no key: the gateway needs none')
    .option('--insecure', 'allow plain http:// to a public host');
}

export function withTakeOver(command: Command): Command {
  return command.option('--take-over', 'switch a tool over even if it already uses another gateway');
}

export function withDryRun(command: Command): Command {
  return command
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--check', 'like --dry-run, and exit with 7 if anything would change');
}

export function withGlobs(command: Command): Command {
  return command
    .option('--models <glob>', 'use only models that match; repeatable', collect)
    .option('--exclude <glob>', 'leave out models that match; repeatable', collect);
}

export function withFiles(command: Command, verb = 'write'): Command {
  return command
    .option('--project', `${verb} the tool's file in the current directory`)
    .addOption(new Option('--config-file <path>', `${verb} this file only (with one tool)`).conflicts('project'));
}

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
