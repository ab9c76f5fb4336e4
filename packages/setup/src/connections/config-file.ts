import { loadEditor, readTarget, writeTarget, type Document, type Edit, type FileState } from '@modelrack/config-edit';
import { foldersOf } from '../machine/folders.ts';
import type { Machine } from '../machine/types.ts';

/** Our own `config.jsonc`, which the user may edit and comment. */
export interface ConfigFile {
  readonly state: FileState;
  readonly document: Document;
}

/** @throws RackError `file-invalid` with its place: it is never taken for an empty one */
export async function readConfig(machine: Machine): Promise<ConfigFile> {
  const path = foldersOf(machine).configFile;
  const state = readTarget(machine.fs, path);
  const editor = await loadEditor('jsonc');
  return { state, document: editor.read(state.bytes ?? new Uint8Array(), path, 'jsonc') };
}

/** For a caller that holds the lock; nothing is written where nothing differs. */
export async function editConfig(machine: Machine, file: ConfigFile, edits: readonly Edit[]): Promise<void> {
  const editor = await loadEditor('jsonc');
  const result = editor.edit(file.document, edits);
  if (result.passes.length === 0) return;
  writeTarget(machine.fs, file.state, result.bytes, { secret: false });
}
