import { isRackError } from '@modelrack/errors';
import { keyFileOf, keyFor, type Connection, type Machine, type ToolOutcome } from '@modelrack/setup';
import type { KeyForm, ToolDefinition } from '@modelrack/tool-kit';
import { shortPath } from '../text/short-path.ts';

interface Places {
  readonly connection: Connection;
  readonly definitions: readonly ToolDefinition[];
  readonly tools: readonly ToolOutcome[];
}

/** Where the key is, and in which form each tool gets it; a file that would hold the key itself is named as such. */
export function keyPlaces(machine: Machine, { connection, definitions, tools }: Places): readonly string[] {
  const { key, name } = connection;
  if ('none' in key) return ['none: this gateway asks for no key'];
  const where = 'env' in key ? `in the variable ${key.env}` : `in ${shortPath(keyFileOf(machine, name), machine.home)}`;
  const names = new Map<KeyForm, string[]>();
  for (const tool of definitions) {
    if (tools.find((each) => each.tool === tool.id)?.error !== null) continue;
    const form = formOf(machine, tool, connection);
    if (form !== undefined) names.set(form, [...(names.get(form) ?? []), tool.id]);
  }
  return [where, ...[...names].map(([form, ids]) => `${words[form]}: ${ids.join(', ')}`)];
}

const words: Readonly<Record<KeyForm, string>> = {
  env: 'read from that variable by',
  file: 'read from that file by',
  command: 'fetched with `modelrack key` by',
  literal: 'copied into files that only you can read, for',
  manual: 'to be given by hand to',
};

/** The form in which a tool gets the key; undefined: it cannot. */
export function formOf(machine: Machine, tool: ToolDefinition, connection: Connection): KeyForm | undefined {
  try {
    return keyFor(machine, tool, { connection, key: '' }).form;
  } catch (error) {
    if (isRackError(error)) return undefined;
    throw error;
  }
}
