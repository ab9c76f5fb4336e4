import { findNode, isJsonMap, peekTarget, toJson, type Edit, type Json } from '@modelrack/config-edit';
import { foldersOf } from '../machine/folders.ts';
import { withLock } from '../machine/lock.ts';
import type { Machine } from '../machine/types.ts';
import { editConfig, readConfig } from './config-file.ts';

/** A project's file for a team that the user agreed to. */
export interface AgreedTeamFile {
  /** Absolute. */
  readonly path: string;
  /** Of its bytes, when it was agreed to. */
  readonly hash: string;
  /** Of the gateway that it named. */
  readonly origin: string;
}

/** Those in `config.jsonc`. */
export async function loadTeamFiles(machine: Machine): Promise<readonly AgreedTeamFile[]> {
  const { bytes } = peekTarget(machine.fs, foldersOf(machine).configFile);
  if (bytes === undefined || !new TextDecoder().decode(bytes).includes('teamFiles')) return [];
  const { document } = await readConfig(machine);
  const node = findNode(document.root, ['teamFiles']);
  const value = node === undefined ? undefined : toJson(node);
  if (!isJsonMap(value)) return [];
  return Object.entries(value).flatMap(([path, entry]) => agreedFrom(path, entry) ?? []);
}

function agreedFrom(path: string, value: Json): AgreedTeamFile | undefined {
  if (!isJsonMap(value)) return undefined;
  const { hash, origin } = value;
  return typeof hash === 'string' && typeof origin === 'string' ? { path, hash, origin } : undefined;
}

export async function saveTeamFile(machine: Machine, { path, hash, origin }: AgreedTeamFile): Promise<void> {
  const edit: Edit = { op: 'set', path: ['teamFiles', path], value: { hash, origin } };
  await withLock(machine, async () => editConfig(machine, await readConfig(machine), [edit]));
}
