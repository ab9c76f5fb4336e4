import type { Command, CommanderError } from 'commander';
import { closest } from '../text/closest.ts';

/** `connections nope`: to the parser a word too many for the command that `connections` alone stands for. */
export function unknownCommand(
  error: CommanderError,
  program: Command,
  args: readonly string[],
): { message: string; hint: string } | undefined {
  if (error.code !== 'commander.excessArguments') return undefined;
  const words = args.filter((arg) => !arg.startsWith('-'));
  let command = program;
  for (const name of words) command = command.commands.find((one) => one.name() === name) ?? command;
  // What was left to the one that stands for all.
  const word = command.commands.flatMap((one) => one.args).at(0);
  if (word === undefined) return undefined;
  const near = closest(
    word,
    command.commands.map((one) => one.name()),
  );
  const hint = near === undefined ? `see: modelrack ${command.name()} --help` : `did you mean ${near}?`;
  return { message: `unknown command '${word}'`, hint };
}
