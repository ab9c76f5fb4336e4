import { aliasEntries, listFile } from '@modelrack/plugin';
import type { CompanionFiles, CompanionRequest } from '@modelrack/tool-kit';

/** Entries in the folder of the user's commands, and what the hook of the settings reads. */
export function entryFiles({ gateway, models, toolFolder, join, isTheirs }: CompanionRequest): CompanionFiles {
  const folder = join(toolFolder, 'commands');
  const { files, names } = aliasEntries(models, (file) => isTheirs(join(folder, file)));
  return { own: { 'models.json': listFile(gateway, models, names) }, beside: { folder, files }, leftovers: [] };
}
