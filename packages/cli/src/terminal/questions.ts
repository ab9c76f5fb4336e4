import {
  checkbox as checkboxPrompt,
  confirm as confirmPrompt,
  input,
  password,
  select as selectPrompt,
} from '@inquirer/prompts';
import type { Context } from '../world/context.ts';
import { oneLine } from '@modelrack/text';

// Questions go to stderr: stdout is for results.
function streams(context: Context) {
  return { input: context.world.stdin, output: context.world.stderr };
}

export interface Choice<Value> {
  readonly name: string;
  readonly value: Value;
  readonly checked?: boolean;
}

export function confirm(context: Context, message: string, isDefault: boolean): Promise<boolean> {
  return confirmPrompt({ message: oneLine(message), default: isDefault }, streams(context));
}

export function select<Value>(context: Context, message: string, choices: readonly Choice<Value>[]): Promise<Value> {
  return selectPrompt({ message, choices: choices.map(safe), pageSize: 12 }, streams(context));
}

export function checkbox<Value>(
  context: Context,
  message: string,
  choices: readonly Choice<Value>[],
): Promise<Value[]> {
  return checkboxPrompt({ message, choices: choices.map(safe), pageSize: 15, required: true }, streams(context));
}

export function ask(context: Context, message: string, fallback = ''): Promise<string> {
  return input({ message, default: fallback }, streams(context));
}

/** Not echoed. */
export function askKey(
  context: Context,
  message = 'Key of the gateway (not shown; empty if it has none):',
): Promise<string> {
  return password({ message: oneLine(message), mask: '*' }, streams(context));
}

export async function askGatewayUrl(context: Context, read: (typed: string) => string): Promise<string> {
  const typed = await input(
    { message: 'Base URL of the gateway:', required: true, validate: (text) => verdict(text, read) },
    streams(context),
  );
  return read(typed);
}

function verdict(typed: string, read: (typed: string) => string): true | string {
  try {
    read(typed);
    return true;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Names come from gateways. */
function safe<Value>(choice: Choice<Value>): Choice<Value> {
  return { ...choice, name: oneLine(choice.name) };
}
