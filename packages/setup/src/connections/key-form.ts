import { RackError } from '@modelrack/errors';
import type { Key, KeyForm, ToolDefinition } from '@modelrack/tool-kit';
import { ownCommand } from '../machine/own-command.ts';
import type { Connection, Machine } from '../machine/types.ts';
import { keyFileOf } from './keys.ts';

const preference = {
  env: ['env', 'command', 'literal', 'manual'],
  file: ['file', 'command', 'literal', 'manual'],
} as const satisfies Record<string, readonly KeyForm[]>;

/** The best form of the key that the tool takes, by the table of the public contract. */
export function keyFor(
  machine: Machine,
  tool: Pick<ToolDefinition, 'id' | 'key' | 'keyVariable' | 'interpolates' | 'escape'>,
  source: { connection: Connection; key: string | undefined; keyCommand?: readonly string[] | undefined },
): Key {
  const { connection } = source;
  if ('none' in connection.key) return noKey(tool);
  const forms = 'env' in connection.key ? preference.env : preference.file;
  const path = keyFileOf(machine, connection.name);
  const isUsable = (form: KeyForm): boolean => {
    if (form === 'env') return isVariableUsable(tool, connection);
    return form !== 'file' || !tool.interpolates.includes('{file:') || isPlain(path, machine);
  };
  const form = forms.find((candidate) => tool.key.includes(candidate) && isUsable(candidate));
  if (form === 'manual') return { form };
  if (form === 'env' && 'env' in connection.key) return { form, name: connection.key.env };
  if (form === 'file') return { form, path };
  if (form === 'command') return { form, argv: source.keyCommand ?? [...ownCommand(machine), 'key', connection.name] };
  if (form === 'literal') return { form, value: literalFor(tool, source.key ?? '') };
  const hint = `keep it in the variable ${tool.keyVariable?.(connection.name) ?? 'of your choice'} and name that with --api-key-env`;
  throw new RackError('key-in-repository', `${tool.id} reads the key only from a variable`, { hint });
}

/** What programs that demand a key are given for a gateway without one. */
export const keyOfNone = 'none';

/** It is no secret, so it is written wherever the tool takes a key, however it likes to get it. */
function noKey(tool: Pick<ToolDefinition, 'key'>): Key {
  if (tool.key.includes('manual')) return { form: 'manual', isNone: true };
  return { form: 'literal', value: keyOfNone, isNone: true };
}

function isVariableUsable({ keyVariable }: Pick<ToolDefinition, 'keyVariable'>, { key, name }: Connection): boolean {
  return keyVariable === undefined || ('env' in key && key.env === keyVariable(name));
}

/** `{file:…}` ends at the first brace, and is replaced in the text of the file before any escape is read. */
function isPlain(path: string, { platform }: Machine): boolean {
  return !/[}"\p{Cc}]/u.test(path) && (platform === 'win32' || !path.includes('\\'));
}

function literalFor(tool: Pick<ToolDefinition, 'id' | 'interpolates' | 'escape'>, key: string): string {
  if (tool.escape !== undefined) return tool.escape(key);
  if (!tool.interpolates.some((mark) => key.includes(mark))) return key;
  throw new RackError('file-not-ours', `the key contains a character that ${tool.id} would substitute`, {
    hint: 'keep the key in an environment variable, and name it with --api-key-env',
  });
}

/** The variable for tools that know the key by a variable's name only. */
export function keyVariableFor(tool: Pick<ToolDefinition, 'keyVariable'>, connection: Connection): string {
  if (tool.keyVariable !== undefined) return tool.keyVariable(connection.name);
  if ('env' in connection.key) return connection.key.env;
  return `${connection.name.toUpperCase()}_API_KEY`;
}
