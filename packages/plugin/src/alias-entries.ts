import { isOffered } from '@modelrack/picker';
import { commandFile, searchFile } from './command-file.ts';
import { entryName } from './entry-name.ts';
import { prefix } from './prefix.ts';
import type { ListedModel } from './known-models.ts';

/** More would bury the tool's own commands. */
const mostAliases = 12;

export interface Entries {
  /** Text by name of the file. */
  readonly files: Readonly<Record<string, string>>;
  /** Ids by the name of an entry. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * For a tool in which nothing of ours completes what is typed: `/m-` itself, and an entry for each of the first
 * aliases. `isTaken` tells of a file whether somebody else's stands there.
 */
export function aliasEntries(models: readonly ListedModel[], isTaken: (file: string) => boolean): Entries {
  const files: Record<string, string> = {};
  const names = new Map<string, string>();
  const offered = models.filter(({ id }) => isOffered(id));
  if (offered.length === 0) return { files, names };
  files[`${prefix}.md`] = searchFile();
  for (const model of offered.filter(({ id }) => !id.includes('/'))) {
    const name = entryName(model.id);
    if (name === undefined || names.has(name) || isTaken(`${name}.md`)) continue;
    if (names.size === mostAliases) break;
    names.set(name, model.id);
    files[`${name}.md`] = commandFile(model);
  }
  return { files, names };
}
