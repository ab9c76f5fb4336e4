import type { Argument, Command, Option } from 'commander';

/** Where the values of an argument or a flag come from; `none`: they are the user's own words. */
export type ValueKind = 'tool' | 'model' | 'connection' | 'variable' | 'file' | 'command' | 'none';

/** By what stands between the brackets of a help; of arguments, with the command before it where that decides. */
const ofArguments: Readonly<Record<string, ValueKind>> = {
  tool: 'tool',
  model: 'model',
  models: 'model',
  file: 'file',
  'list query': 'model',
  'pick query': 'model',
  'key name': 'connection',
  'forget name': 'connection',
  'rename from': 'connection',
  'tiers rename from': 'none',
};

const ofFlags: Readonly<Record<string, ValueKind>> = {
  '--gateway': 'connection',
  '--api-key-env': 'variable',
  '<tool>': 'tool',
  '<model>': 'model',
  '<id>': 'model',
  '<glob>': 'model',
  '<path>': 'file',
  '<file>': 'file',
};

export function kindOfArgument(command: Command, argument: Argument): ValueKind {
  const name = argument.name();
  const own = `${command.name()} ${name}`;
  return ofArguments[`${command.parent?.name()} ${own}`] ?? ofArguments[own] ?? ofArguments[name] ?? 'none';
}

export function kindOfFlag(option: Option): ValueKind {
  const placeholder = /<[^>]+>/.exec(option.flags)?.[0] ?? '';
  return ofFlags[option.long ?? ''] ?? ofFlags[placeholder] ?? 'none';
}
