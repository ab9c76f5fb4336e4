import { RackError, isRackError } from '@modelrack/errors';
import { CommanderError, type Command } from 'commander';
import type { CommonOptions, Context } from './world/context.ts';
import { exitCodeOf } from './world/exit-code.ts';
import { expectShortRun } from './world/expect-short-run.ts';
import { coloursFor } from './text/colours.ts';
import { errorText, problemOf } from './text/print-error.ts';
import { printerFor, type Printer } from './world/printer.ts';
import type { Runner } from './program/command-parts.ts';
import { withHelpFlag } from './program/help-call.ts';
import { createProgram } from './program/program.ts';
import { unknownCommand } from './program/unknown-command.ts';
import { realWorld, type World } from './world/world.ts';

/**
 * Runs one command and resolves to its exit code; never throws, never ends the process, but for Ctrl-C.
 * `argv` is without node and script.
 */
export async function main(argv: readonly string[], world: World = realWorld()): Promise<number> {
  const args = argv.some((arg) => !arg.startsWith('-') || isAnswered(arg)) ? [...argv] : withoutCommand(argv, world);
  // Nothing more of Node is loaded then; from 22 on, a list from the disk is there before anything is optimized.
  if (args.includes('--offline') && process.versions.node.startsWith('20.')) expectShortRun();
  let exitCode = 0;
  const runner: Runner = {
    writeOut: (text) => world.out.write(text),
    writeErr: (text) => world.err.write(text),
    async run(command, options, body) {
      exitCode = await runCommand({ world, command, options }, body);
    },
  };
  // No flag of the program itself takes a value, so the first word is the command.
  const program = createProgram(
    runner,
    args.find((arg) => !arg.startsWith('-')),
  );
  try {
    await program.parseAsync(withHelpFlag(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return usageExit(error, { args, program, world });
    throw error;
  }
}

/** `modelrack` alone: the interactive set-up where somebody can answer, else the help. */
function withoutCommand(argv: readonly string[], world: World): string[] {
  return world.stdin.isTTY === true ? ['setup', ...argv] : [...argv];
}

function isAnswered(arg: string): boolean {
  return ['-h', '--help', '-V', '--version'].includes(arg);
}

/** The first word, and those behind it as far as they name commands. */
function commandOf(program: Command, args: readonly string[]): string {
  const [first = '', ...words] = args.filter((arg) => !arg.startsWith('-'));
  let path = first;
  let command = program.commands.find((one) => one.name() === first);
  for (const word of words) {
    command = command?.commands.find((one) => one.name() === word);
    if (command === undefined) break;
    path += ` ${word}`;
  }
  return path;
}

interface Refused {
  readonly args: readonly string[];
  readonly program: Command;
  readonly world: World;
}

function usageExit(error: CommanderError, { args, program, world }: Refused): number {
  if (error.exitCode === 0) return 0;
  // The help itself is on stderr already.
  const isHelp = error.code === 'commander.help';
  if (isHelp && !args.includes('--json')) return exitCodeOf('usage');
  const [message = '', hint] = error.message.replace(/^error: /, '').split('\n');
  const unknown = unknownCommand(error, program, args);
  const usage = new RackError('usage', unknown?.message ?? (isHelp ? 'a command is missing' : message), {
    hint: unknown?.hint ?? (hint === undefined ? 'see: modelrack --help' : hint.replace(/^\((.*)\)$/, '$1')),
  });
  const command = commandOf(program, args);
  const options = { json: args.includes('--json'), color: !args.includes('--no-color') };
  report(usage, { world, command, options }, printerFor(world, options));
  return exitCodeOf('usage');
}

interface Call {
  readonly world: World;
  readonly command: string;
  readonly options: CommonOptions;
}

async function runCommand(call: Call, body: (context: Context) => Promise<number>): Promise<number> {
  const { world, command, options } = call;
  const printer = printerFor(world, options);
  // Files are written whole and in one go, so there is nothing to tidy up; the lock goes with the process.
  let interrupt = (): void => {
    const hint = 'run it again: nothing is done twice';
    report(new RackError('interrupted', 'Interrupted; no file is half written', { hint }), call, printer);
    process.exit(exitCodeOf('interrupted'));
  };
  const forget = world.onInterrupt(() => interrupt());
  try {
    return await body({
      world,
      command,
      printer,
      canAsk: () => options.yes !== true && world.stdin.isTTY === true,
      machine: once(() => world.machine()),
      untilInterrupt: () => new Promise((resolve) => (interrupt = resolve)),
    });
  } catch (error) {
    const known = asRackError(error);
    report(known, call, printer);
    return exitCodeOf(known.code);
  } finally {
    forget();
  }
}

function asRackError(error: unknown): RackError {
  if (isRackError(error)) return error;
  // The prompts reject with this when Ctrl-C is pressed in a question.
  if (error instanceof Error && error.name === 'ExitPromptError')
    return new RackError('interrupted', 'Interrupted; nothing was written');
  const message = error instanceof Error ? error.message : String(error);
  return new RackError('internal', `Unexpected failure: ${message}`, {
    hint: 'this is a fault of modelrack; run it again with --verbose and report it',
    cause: error,
  });
}

function report(error: RackError, { world, command, options }: Call, printer: Printer): void {
  printer.document({ schema: 1, command, error: problemOf(error) });
  const colours = coloursFor(world.err, world.variables, options.color === false);
  printer.problem(errorText(error, { colours, home: printer.home }));
  if (options.verbose === true) printer.problem(`${stackOf(error)}\n`);
}

function stackOf(error: RackError): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack ?? error.cause.message}` : '';
  return `${error.stack ?? ''}${cause}`;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
