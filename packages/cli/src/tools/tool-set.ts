import { RackError } from '@modelrack/errors';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { closest } from '../text/closest.ts';
import type { ToolEntry } from './tools.generated.ts';

/** The tools that are known here: ours, and those of packages that the user agreed to. */
export interface ToolSet {
  readonly entries: readonly Pick<ToolEntry, 'id' | 'aliases' | 'load'>[];
  readonly ids: readonly string[];
  /** @throws RackError `unknown-tool`, with the nearest name as a hint */
  idOf(name: string): string;
  /** In the order given, each once. */
  load(names: readonly string[]): Promise<readonly ToolDefinition[]>;
  /** What stands in a configuration may come from another version; a tool that this one does not know is left alone. */
  isKnown(id: string): boolean;
}

export function toolSet(entries: ToolSet['entries']): ToolSet {
  const find = (name: string): ToolSet['entries'][number] => {
    const wanted = name.toLowerCase();
    const entry = entries.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
    if (entry !== undefined) return entry;
    const near = closest(
      wanted,
      entries.flatMap(({ id, aliases }) => [id, ...aliases]),
    );
    throw new RackError('unknown-tool', `there is no tool "${name}"`, {
      hint: near === undefined ? 'see the supported tools with: modelrack tools' : `did you mean ${near}?`,
    });
  };
  return {
    entries,
    ids: entries.map(({ id }) => id),
    idOf: (name) => find(name).id,
    load: (names) => Promise.all([...new Set(names.map(find))].map(async (entry) => (await entry.load()).default)),
    isKnown: (id) => entries.some((entry) => entry.id === id),
  };
}
