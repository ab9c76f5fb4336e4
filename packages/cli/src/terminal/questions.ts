import {
  checkbox as checkboxPrompt,
  confirm as confirmPrompt,
  input,
  password,
  select as selectPrompt,
  Separator,
} from '@inquirer/prompts';
import { oneLine } from '@modelrack/text';
import { coloursFor } from '../text/colours.ts';
import type { Context } from '../world/context.ts';

// Questions go to stderr: stdout is for results.
function streams({ world, signal }: Context) {
  return { input: world.stdin, output: world.stderr, ...(signal === undefined ? {} : { signal }) };
}

export interface Choice<Value> {
  readonly name: string;
  readonly value: Value;
  readonly checked?: boolean;
  /** Stands beside the name once it is chosen, where the name is long. */
  readonly short?: string;
  /** A heading above it. */
  readonly above?: string;
}

export function confirm(context: Context, message: string, isDefault: boolean): Promise<boolean> {
  return confirmPrompt({ message: oneLine(message), default: isDefault }, streams(context));
}

export function select<Value>(context: Context, message: string, choices: readonly Choice<Value>[]): Promise<Value> {
  const config = { message: oneLine(message), choices: withHeadings(choices), pageSize: 14, loop: false };
  return selectPrompt({ ...config, theme: themeFor(context) }, streams(context));
}

export function checkbox<Value>(
  context: Context,
  message: string,
  choices: readonly Choice<Value>[],
): Promise<Value[]> {
  const config = { message: oneLine(message), choices: withHeadings(choices), pageSize: 15, required: true };
  return checkboxPrompt({ ...config, theme: themeFor(context) }, streams(context));
}

/** Not echoed, and without a key that would show it. */
export function askKey(
  context: Context,
  message = 'Key of the gateway (not shown; empty if it has none):',
): Promise<string> {
  return password({ message: oneLine(message), mask: '*', toggleMask: false }, streams(context));
}

/** Asks until `read` takes what was typed; its error is shown below the line. */
export async function askRead<Value>(
  context: Context,
  message: string,
  how: { readonly read: (typed: string) => Value; readonly fallback?: string },
): Promise<Value> {
  const { read, fallback } = how;
  const config = { message, required: true, validate: (text: string) => verdict(text, read) };
  return read(await input({ ...config, ...(fallback === undefined ? {} : { default: fallback }) }, streams(context)));
}

export function askGatewayUrl(context: Context, read: (typed: string) => string): Promise<string> {
  return askRead(context, 'Base URL of the gateway:', { read });
}

function verdict(typed: string, read: (typed: string) => unknown): true | string {
  try {
    read(typed);
    return true;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Names come from gateways. */
function withHeadings<Value>(choices: readonly Choice<Value>[]) {
  return choices.flatMap(({ above, short, ...choice }) => [
    ...(above === undefined ? [] : [new Separator(oneLine(above))]),
    { ...choice, name: oneLine(choice.name), ...(short === undefined ? {} : { short: oneLine(short) }) },
  ]);
}

/** Where Esc leads back, the line with the keys says so. */
function themeFor({ world, signal }: Context) {
  const { dim, bold } = coloursFor(world.stderr, world.variables, false);
  const back = signal === undefined ? [] : [['esc', 'back'] as const];
  return {
    style: {
      keysHelpTip: (keys: readonly (readonly [key: string, action: string])[]) =>
        [...keys, ...back].map(([key, action]) => `${bold(key)} ${dim(action)}`).join(dim(' • ')),
    },
  };
}
