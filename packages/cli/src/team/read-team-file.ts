import { loadEditor, positionOf, toJson, type Document, type Json, type Node } from '@modelrack/config-edit';
import { isRackError, RackError } from '@modelrack/errors';
import { isSafe, maskKey } from '@modelrack/text';
import { checkConnectionName } from '../connections/connection-name.ts';
import { readGatewayUrl } from '../connections/gateway-url.ts';
import type { FoundFile } from './find-team-file.ts';

/** What a team has agreed on. Never a key, and never where one is: a stranger could name any variable. */
export interface TeamFile {
  readonly path: string;
  readonly gateway: string;
  readonly name?: string;
  readonly tools?: readonly string[];
  readonly models?: readonly string[];
  readonly exclude?: readonly string[];
  readonly default?: string;
}

const fields = ['$schema', 'gateway', 'name', 'tools', 'models', 'exclude', 'default'];
const keyLike = /key|token|secret|passw|auth|bearer|credential|header|cookie/i;

/** @throws RackError `file-invalid`, `file-shape` with the place */
export async function readTeamFile(
  { path, bytes }: FoundFile,
  options: { readonly isInsecureAllowed: boolean },
): Promise<TeamFile> {
  const editor = await loadEditor('jsonc');
  const document = editor.read(bytes, path, 'jsonc');
  const file = { path, document };
  const { root } = document;
  if (root?.kind !== 'map') throw refusal(file, 0, 'a team file must contain an object');
  for (const { key, value, at } of root.entries) checkField(file, { key, value, at });
  const value = (key: string) => root.entries.find((entry) => entry.key === key);
  const gateway = value('gateway');
  if (gateway === undefined) throw refusal(file, root.start, 'it names no gateway');
  const name = value('name');
  return {
    path,
    gateway: placed(file, gateway.at, () => urlOf(textOf(file, gateway.value), options)),
    ...(name === undefined ? {} : { name: placed(file, name.at, () => checkConnectionName(textOf(file, name.value))) }),
    ...optional('tools', listOf(file, value('tools')?.value)),
    ...optional('models', listOf(file, value('models')?.value)),
    ...optional('exclude', listOf(file, value('exclude')?.value)),
    ...optional('default', value('default') && textOf(file, value('default')?.value)),
  };
}

interface Read {
  readonly path: string;
  readonly document: Document;
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  // One field, whose type is that of the value.
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<Key, Value>>);
}

function checkField(file: Read, { key, value, at }: { key: string; value: Node; at: number }): void {
  if (!fields.includes(key)) {
    if (keyLike.test(key)) throw keyInside(file, at);
    throw refusal(file, at, `"${isSafe(key) ? key.slice(0, 40) : '…'}" is not known`);
  }
  if (textsIn(toJson(value)).some((text) => maskKey(text, undefined).replace('***', '') === ''))
    throw keyInside(file, value.start);
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap((each: Json) => textsIn(each)) : [];
}

function keyInside(file: Read, at: number): RackError {
  return refusal(file, at, {
    message: 'a key must not be in a file that is shared',
    hint: 'remove it, and replace the key at the gateway if the file has already been shared',
  });
}

/** Ids, globs and names: one line, without anything that a terminal, a shell or a tool would take for more. */
const plainText = /^[^\p{Cc}\p{Cf}`$\\"'<>|;&\s]{1,200}$/u;

function textOf(file: Read, node: Node | undefined): string {
  const value = node === undefined ? undefined : toJson(node);
  if (typeof value === 'string' && plainText.test(value)) return value;
  throw refusal(file, node?.start ?? 0, 'a text without spaces, quotes or shell characters is expected here');
}

const mostItems = 200;

function listOf(file: Read, node: Node | undefined): readonly string[] | undefined {
  if (node === undefined) return undefined;
  if (node.kind !== 'list' || node.items.length === 0 || node.items.length > mostItems) {
    throw refusal(file, node.start, `a list of 1 to ${mostItems} texts is expected here`);
  }
  return node.items.map((item) => textOf(file, item));
}

function urlOf(text: string, options: { readonly isInsecureAllowed: boolean }): string {
  // What is more than an address is for somebody to interpret.
  if (!/^https?:\/\/[\w.:[\]-]+(\/[\w.~%@:+-]*)*$/i.test(text)) {
    throw new RackError('usage', 'the gateway is not a plain http:// or https:// address');
  }
  return readGatewayUrl(text, options);
}

/** What is wrong with a value, where it is. */
function placed<Value>(file: Read, at: number, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!isRackError(error)) throw error;
    throw refusal(file, at, error);
  }
}

function refusal({ path, document }: Read, at: number, what: string | Pick<RackError, 'message' | 'hint'>): RackError {
  const { message, hint = 'see the schema of the file, or set up without it: --no-team' } =
    typeof what === 'string' ? { message: what } : what;
  return new RackError('file-shape', message, { path, ...positionOf(document, at), hint });
}
