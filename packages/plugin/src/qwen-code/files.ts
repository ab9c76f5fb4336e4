import { isOffered } from '@modelrack/picker';
import type { Asked } from '../asked.ts';
import { commandFile, searchFile } from '../command-file.ts';
import { entryNames, prefix } from '../entry-names.ts';
import { knownModels } from '../known-models.ts';

export type QwenCodeEntries = Asked;

/** An entry for each model in the folder of the user's commands, and what the hook of the settings reads. */
export function qwenCodeFiles({ gateway, models: listed, toolFolder, join, isTheirs }: QwenCodeEntries) {
  const folder = join(toolFolder, 'commands');
  const models = listed.filter(({ id }) => isOffered(id));
  const names = entryNames(
    models.map(({ id }) => id),
    (entry) => isTheirs(join(folder, `${entry}.md`)),
  );
  const files: Record<string, string> = models.length === 0 ? {} : { [`${prefix}.md`]: searchFile() };
  for (const [entry, id] of names) {
    const model = models.find((one) => one.id === id);
    if (model !== undefined) files[`${entry}.md`] = commandFile(model);
  }
  return {
    own: { 'models.json': `${JSON.stringify(knownModels(gateway, models, names), undefined, 2)}\n` },
    beside: { folder, files },
    leftovers: [],
  };
}
