import { CommanderError, Help, type Command } from 'commander';

/**
 * `help gateway start` as `gateway start --help`: the parser itself reads one word behind `help`, and answers one that
 * it does not know with its own help, as if that had been asked for.
 */
export function withHelpFlag(program: Command, args: readonly string[]): readonly string[] {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const flags = args.filter((arg) => arg.startsWith('-'));
  let command = program;
  for (const [index, word] of words.entries()) {
    if (word === 'help' && hasHelp(command)) {
      const asked = words.slice(index + 1).filter((name) => name !== 'help');
      refuseUnknown(command, asked);
      return [...words.slice(0, index), ...asked, '--help', ...flags];
    }
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) break;
    command = next;
  }
  return args;
}

/** Elsewhere the word is an argument: a query, or what a model is asked. */
function hasHelp(command: Command): boolean {
  return new Help().visibleCommands(command).some((one) => one.name() === 'help');
}

function refuseUnknown(parent: Command, names: readonly string[]): void {
  let command = parent;
  for (const name of names) {
    const next = command.commands.find((one) => one.name() === name);
    if (next === undefined) throw new CommanderError(2, 'commander.unknownCommand', `error: unknown command '${name}'`);
    command = next;
  }
}
