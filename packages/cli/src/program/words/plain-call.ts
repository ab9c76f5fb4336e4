import type { Called, Command } from './command.ts';
import type { Argument, Option } from './option.ts';

/**
 * What a plain call does: a command without commands of its own, flags as they are listed, values in words of their
 * own. Undefined for all else, and for whatever is wrong: commander reads that, and says it.
 */
export function plainCall(program: Command, args: readonly string[]): (() => Promise<void>) | undefined {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  const command = program.commands.find((one) => one.name() === args[at]);
  const body = command?.body;
  if (command === undefined || body === undefined || command.commands.length > 0) return undefined;
  const known = [...program.options, ...command.options];
  const options = defaultsOf(known);
  const before = readFlags(args.slice(0, at), program.options, options);
  const words = readFlags(args.slice(at + 1), known, options);
  if (before === undefined || words === undefined) return undefined;
  const values = valuesOf(command.registeredArguments, words);
  if (values === undefined) return undefined;
  const called: Called = {
    name: () => command.name(),
    parent: { name: () => program.name(), parent: null, optsWithGlobals: () => options as never },
    // What an action asks for is what its own command describes.
    optsWithGlobals: () => options as never,
  };
  return () => Reflect.apply(body, undefined, [...values, options, called]);
}

type Options = Record<string, unknown>;

/** `--no-x` alone says that x is. */
function defaultsOf(known: readonly Option[]): Options {
  const options: Options = {};
  for (const [index, { long = '', defaultValue }] of known.entries()) {
    const isAlone = () => known.slice(0, index).every((other) => other.long !== long.replace('--no-', '--'));
    if (defaultValue !== undefined) options[nameOf(long)] = defaultValue;
    else if (isNegation(long) && isAlone()) options[nameOf(long)] = true;
  }
  return options;
}

/** Puts the flags into `options` and returns the other words; undefined: something is not plain. */
function readFlags(args: readonly string[], known: readonly Option[], options: Options): readonly string[] | undefined {
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) {
      words.push(arg);
      continue;
    }
    const option = known.find(({ long, short }) => arg === long || arg === short);
    if (option?.long === undefined || option.long === '--version' || option.rivals !== undefined) return undefined;
    const name = nameOf(option.long);
    if (!option.required) options[name] = !isNegation(option.long);
    else {
      const read = readValue(option, args[++at], options[name]);
      if (read === undefined) return undefined;
      options[name] = read.value;
    }
  }
  return words;
}

function readValue({ argChoices, parser }: Option, text: string | undefined, before: unknown) {
  if (text === undefined || text.startsWith('-') || argChoices?.includes(text) === false) return undefined;
  try {
    return { value: parser === undefined ? text : Reflect.apply(parser, undefined, [text, before]) };
  } catch {
    return undefined;
  }
}

function valuesOf(known: readonly Argument[], words: readonly string[]): readonly unknown[] | undefined {
  const isOpen = known.at(-1)?.variadic === true;
  if (words.length > known.length && !isOpen) return undefined;
  if (known.some(({ required, argChoices }, index) => argChoices !== undefined || (required && index >= words.length)))
    return undefined;
  return known.map(({ variadic }, index) => (variadic ? words.slice(index) : words[index]));
}

function isNegation(long: string): boolean {
  return long.startsWith('--no-');
}

function nameOf(long: string): string {
  return long.replace(/^--(?:no-)?/, '').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
