import { findNode, isJsonMap, peekTarget, toJson, type Json, type Step } from '@modelrack/config-edit';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { choosePlace } from '../machine/resolve-place.ts';
import type { Connection, Machine } from '../machine/types.ts';
import { parseFile } from '../open-file/parse-file.ts';
import { mcpFileOf } from '../equip/with-mcp.ts';

export interface McpState {
  readonly path: string;
  /** The entry is there. */
  readonly isThere: boolean;
  /** It starts our server, by whatever Node. */
  readonly isOurs: boolean;
  /** The user switched it off. */
  readonly isOff: boolean;
  /** Files that it starts and that are not there. */
  readonly missing: readonly string[];
}

/** How the entry of our MCP server stands; undefined: the tool has none. @throws RackError the file does not parse */
export async function mcpState(
  machine: Machine,
  tool: ToolDefinition,
  connection: Pick<Connection, 'name'>,
): Promise<McpState | undefined> {
  const spec = mcpFileOf(tool);
  if (tool.mcp === undefined || spec === undefined) return undefined;
  const { path } = choosePlace(machine, spec, connection.name);
  const { bytes } = peekTarget(machine.fs, path);
  const { root } = await parseFile(spec, bytes ?? new Uint8Array(), path);
  const step: Step = tool.mcp.as === 'list' ? { item: { name: connection.name } } : connection.name;
  const node = root === undefined ? undefined : findNode(root, [...tool.mcp.path, step]);
  if (node === undefined) return { path, isThere: false, isOurs: false, isOff: false, missing: [] };
  const entry = toJson(node);
  const texts = textsIn(entry);
  const files = texts.filter((text) => /^(?:\/|[A-Za-z]:[\\/]).*(?:node(?:\.exe)?|modelrack\.js)$/.test(text));
  const isOurs = texts.includes('mcp') && texts.some((text) => text.endsWith('modelrack.js'));
  const missing = files.filter((file) => peekTarget(machine.fs, file).bytes === undefined);
  return { path, isThere: true, isOurs, isOff: isOff(entry), missing };
}

function isOff(entry: Json): boolean {
  return isJsonMap(entry) && (entry['enabled'] === false || entry['disabled'] === true);
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
