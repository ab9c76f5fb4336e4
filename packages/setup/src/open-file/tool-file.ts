import { findNode, toJson, type Document, type FileState, type Json, type Path } from '@modelrack/config-edit';
import { fileWords, type ToolFile } from '@modelrack/tool-kit';

/** The view of one file that a tool's `plan` gets. */
export function toolFile(id: string, state: FileState, root: Document['root']): ToolFile {
  return {
    path: state.path,
    exists: state.bytes !== undefined,
    isEmpty: root === undefined || (root.kind === 'map' ? root.entries : root.items).length === 0,
    root,
    get: (path: Path): Json | undefined => {
      const node = root === undefined ? undefined : findNode(root, path);
      return node === undefined ? undefined : toJson(node);
    },
    ...fileWords(id),
  };
}
