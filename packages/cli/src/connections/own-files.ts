import { loadEditor, readTarget, writeTarget, type Edit } from '@modelrack/config-edit';
import { foldersOf, withLock, type Machine } from '@modelrack/setup';
import { join } from 'node:path';

/** Where the local gateway keeps its own things. */
export interface OwnFiles {
  /** `gateway.jsonc`, which the user may edit and comment. */
  readonly config: string;
  /** Digests of the keys that it issued. */
  readonly issued: string;
  /** Folder of the keys of its connections. */
  readonly keys: string;
  /** Last good lists. */
  readonly cache: string;
}

export function ownFiles(machine: Machine): OwnFiles {
  const folders = foldersOf(machine);
  return {
    config: join(folders.config, 'gateway.jsonc'),
    issued: join(folders.config, 'gateway-keys.json'),
    keys: folders.keys,
    cache: join(folders.cache, 'gateway'),
  };
}

/** The name under which a connection's key is kept: apart from the keys of gateways, whose names have no dash. */
export function secretOf(connection: string): string {
  return `gateway-${connection}`;
}

/** Changes `gateway.jsonc` and leaves every byte that is not meant, comments before all. */
export function editOwnConfig(machine: Machine, edits: readonly Edit[]): Promise<void> {
  return withLock(machine, async () => {
    const path = ownFiles(machine).config;
    const state = readTarget(machine.fs, path);
    const editor = await loadEditor('jsonc');
    const document = editor.read(state.bytes ?? new TextEncoder().encode('{}\n'), path, 'jsonc');
    const { bytes, passes } = editor.edit(document, edits);
    if (passes.length > 0 || state.bytes === undefined) writeTarget(machine.fs, state, bytes, { secret: false });
  });
}
