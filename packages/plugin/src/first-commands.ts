import { createPicker } from '@modelrack/picker';
import { windowText } from '@modelrack/text';
import { entryName } from './entry-name.ts';
import type { KnownModels } from './known-models.ts';

/** More would bury the tool's own commands. */
const most = 12;

export interface FirstCommand {
  readonly name: string;
  readonly id: string;
  readonly description: string;
}

/**
 * For a tool that shows its own commands above our rows, whatever is typed: aliases, what was picked lately and the
 * newest models as commands, family first (`m-sonnet-5`), so that `/m-` alone lists them.
 */
export function firstCommands(known: KnownModels): readonly FirstCommand[] {
  const commands = new Map<string, FirstCommand>();
  const picker = createPicker(known.rows, { recent: known.recent ?? [] });
  for (const { row } of picker.search('', most)) {
    const family = row.id.slice(row.id.lastIndexOf('/') + 1).replace(/^claude-/, '');
    const name = entryName(family, '');
    if (name === undefined || commands.has(name)) continue;
    const window = windowText(row.contextWindow);
    const description = window === undefined ? row.id : `${row.id} · ${window}`;
    commands.set(name, { name, id: row.id, description });
  }
  return [...commands.values()];
}
