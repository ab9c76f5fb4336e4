import { loadCachedCatalog, type Catalog } from '@modelrack/catalog';
import { foldersOf, type Machine } from '@modelrack/setup';
import { join } from 'node:path';

/** The last list, if there is one: what of a file is ours is told by it too. */
export function lastList(machine: Machine, name: string): Catalog | undefined {
  return loadCachedCatalog(listFile(machine, name))?.catalog;
}

/** Where the list of a connection is cached. */
export function listFile(machine: Machine, name: string): string {
  return join(foldersOf(machine).cache, 'lists', `${name}.json`);
}
