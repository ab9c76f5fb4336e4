import { loadEditor, readTarget, writeTarget, type Document, type Edit } from '@modelrack/config-edit';
import { RackError, isRackError } from '@modelrack/errors';
import { presets, readConfig } from '@modelrack/gateway';
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

/** What the gateway would not understand is no error of the file: what was asked for is refused, and it stays. */
function checkResult(bytes: Uint8Array, path: string): void {
  try {
    readConfig(new TextDecoder().decode(bytes), path, presets);
  } catch (error) {
    if (!isRackError(error)) throw error;
    throw new RackError('usage', error.message, { hint: error.hint });
  }
}

/**
 * Changes `gateway.jsonc` and leaves every byte that is not meant, comments before all. `beforeWrite` runs once nothing
 * stands in the way: a running gateway looks for a key as soon as it sees its connection.
 */
export function editOwnConfig(
  machine: Machine,
  wanted: readonly Edit[] | ((document: Document) => readonly Edit[]),
  beforeWrite?: () => void,
): Promise<void> {
  return withLock(machine, async () => {
    const path = ownFiles(machine).config;
    const state = readTarget(machine.fs, path);
    const editor = await loadEditor('jsonc');
    const document = editor.read(state.bytes ?? new TextEncoder().encode('{}\n'), path, 'jsonc');
    const { bytes, passes } = editor.edit(document, typeof wanted === 'function' ? wanted(document) : wanted);
    checkResult(bytes, path);
    beforeWrite?.();
    if (passes.length > 0 || state.bytes === undefined) writeTarget(machine.fs, state, bytes, { secret: false });
  });
}
