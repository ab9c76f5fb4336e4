import { findNode, toJson, type Document, type FileState, type Json, type Path } from '@modelrack/config-edit';
import type {
  ChoiceChange,
  ChoiceOf,
  ClaimChange,
  MemberChange,
  OwnChange,
  OwnedEntry,
  OwnShape,
  SetChange,
  SetRule,
  SlotChange,
  ToolFile,
} from '@modelrack/tool-kit';

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
    set: (path: Path, value: Json, rule: SetRule = 'field'): SetChange => ({
      kind: 'set',
      file: id,
      path,
      value,
      rule,
    }),
    own: (path: Path, entries: readonly OwnedEntry[], shape: OwnShape = { as: 'map' }): OwnChange => ({
      kind: 'own',
      file: id,
      path,
      entries,
      shape,
    }),
    member: (path: Path, value: string): MemberChange => ({ kind: 'member', file: id, path, value }),
    slot: (path: Path): SlotChange => ({ kind: 'slot', file: id, path }),
    choice: (paths: readonly Path[], of: ChoiceOf): ChoiceChange => ({ kind: 'choice', file: id, paths, ...of }),
    claim: (path: Path): ClaimChange => ({ kind: 'claim', file: id, path }),
  };
}
