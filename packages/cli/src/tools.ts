import { RackError } from '@modelrack/errors';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { tools, type ToolEntry } from './tools.generated.ts';
import { closest } from './closest.ts';

/** @throws RackError `unknown-tool`, with the nearest name as a hint. */
export function findToolEntry(name: string): ToolEntry {
  const wanted = name.toLowerCase();
  const entry = tools.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
  if (entry !== undefined) return entry;
  const near = closest(
    wanted,
    tools.flatMap(({ id, aliases }) => [id, ...aliases]),
  );
  throw new RackError('unknown-tool', `there is no tool "${name}"`, {
    hint: near === undefined ? 'see the supported tools with: modelrack tools' : `did you mean ${near}?`,
  });
}

/** In the order given, each once. */
export function loadTools(names: readonly string[]): Promise<readonly ToolDefinition[]> {
  const entries = new Set(names.map((name) => findToolEntry(name)));
  return Promise.all([...entries].map(async (entry) => (await entry.load()).default));
}

/** What stands in a configuration may come from another version; a tool that this one does not know is left alone. */
export function isKnownTool(id: string): boolean {
  return tools.some((entry) => entry.id === id);
}

export function loadAllTools(): Promise<readonly ToolDefinition[]> {
  return loadTools(tools.map(({ id }) => id));
}
