import { findNode, isJsonMap, peekTarget, toJson, type Edit, type Json } from '@modelrack/config-edit';
import { foldersOf } from '../machine/folders.ts';
import { withLock } from '../machine/lock.ts';
import type { Machine, ToolPackage } from '../machine/types.ts';
import { editConfig, readConfig } from './config-file.ts';

/** The tool packages of third parties in `config.jsonc`; one that is not whole is no package. */
export async function loadToolPackages(machine: Machine): Promise<readonly ToolPackage[]> {
  const { bytes } = peekTarget(machine.fs, foldersOf(machine).configFile);
  // Hardly anybody has one, and a parser with places costs every start.
  if (bytes === undefined || !new TextDecoder().decode(bytes).includes('toolPackages')) return [];
  const { document } = await readConfig(machine);
  const node = findNode(document.root, ['toolPackages']);
  const value = node === undefined ? undefined : toJson(node);
  if (!isJsonMap(value)) return [];
  return Object.entries(value).flatMap(([id, entry]) => packageFrom(id, entry) ?? []);
}

function packageFrom(id: string, value: Json): ToolPackage | undefined {
  if (!isJsonMap(value)) return undefined;
  const { path, hash, aliases, data } = value;
  if (typeof path !== 'string' || typeof hash !== 'string') return undefined;
  const names = Array.isArray(aliases) ? aliases.filter((name): name is string => typeof name === 'string') : [];
  return { id, path, hash, aliases: names, ...(data === undefined ? {} : { data }) };
}

export async function saveToolPackage(machine: Machine, { id, path, hash, aliases, data }: ToolPackage): Promise<void> {
  const value = { path, hash, ...(aliases.length === 0 ? {} : { aliases }), ...(data === undefined ? {} : { data }) };
  const edit: Edit = { op: 'set', path: ['toolPackages', id], value };
  await withLock(machine, async () => editConfig(machine, await readConfig(machine), [edit]));
}
