import { Argument, Option, type Command } from 'commander';
import type { Command as Described } from './command.ts';

/** Tells commander's command what the described one has: options, arguments, commands, and what is done. */
export function describeTo(command: Command, described: Described): void {
  for (const own of described.options) {
    // Commander has its own flag for that.
    if (own.long === '--version') continue;
    const option = new Option(own.flags, own.description).default(own.defaultValue).hideHelp(own.hidden);
    const { parser } = own;
    if (parser !== undefined) {
      option.argParser((text, before: unknown) => Reflect.apply(parser, undefined, [text, before]));
    }
    if (own.argChoices !== undefined) option.choices(own.argChoices);
    if (own.rivals !== undefined) option.conflicts(own.rivals);
    command.addOption(option);
  }
  for (const own of described.registeredArguments) {
    const argument = new Argument(own.text, own.description);
    command.addArgument(own.argChoices === undefined ? argument : argument.choices(own.argChoices));
  }
  const { body } = described;
  if (body !== undefined) command.action((...call) => Reflect.apply(body, undefined, call));
  for (const own of described.commands) {
    describeTo(command.command(own.name(), { isDefault: own.isDefault }).description(own.description()), own);
  }
}
