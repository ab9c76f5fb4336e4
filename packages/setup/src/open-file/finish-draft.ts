import { holdsKey } from './holds-key.ts';
import { invertPasses, loadEditor, type FileRecord, type Splice } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import type { Change, Gateway } from '@modelrack/tool-kit';
import type { Claims } from '../ledger/claims.ts';
import { claimsOf, type FileDraft, type OpenFile } from './draft.ts';

export interface FilePlan {
  readonly file: OpenFile;
  /** undefined: there is no file afterwards. */
  readonly bytes: Uint8Array | undefined;
  readonly inverse: readonly (readonly Splice[])[];
  /** undefined: the connection leaves the file. */
  readonly claims: Claims | undefined;
  readonly hasChanges: boolean;
  /** It will hold a literal key. */
  readonly isSecret: boolean;
  /** Taken out of it: to be kept nowhere. */
  readonly takenSecrets?: readonly string[];
  /** Taken out of it by an undo: what an earlier one is to bring back is kept. */
  readonly goneSecrets?: readonly string[];
  readonly adopted: boolean;
  /** What the ledger is to know afterwards, where it is not simply one write more (undo). */
  readonly recordAfter?: { readonly record: FileRecord | undefined };
}
/** Turns a draft into bytes; pure but for loading the editor of the format. */
export async function finishDraft(draft: FileDraft, gateway: Gateway, changes: readonly Change[]): Promise<FilePlan> {
  const { file } = draft;
  const editor = await loadEditor(file.spec.format);
  const result = locate(file, () => editor.edit(file.document, draft.edits));
  return {
    file,
    bytes: result.passes.length === 0 ? file.state.bytes : result.bytes,
    inverse: invertPasses(file.document.text, result.passes),
    claims: claimsOf(draft),
    hasChanges: result.passes.length > 0,
    isSecret: holdsKey(gateway.key, changes, file.spec.id),
    adopted: draft.adopted,
  };
}

/** An editor knows the place in the text; the path is ours to add. */
function locate<Result>(file: OpenFile, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (isRackError(error)) throw error.with({ path: file.state.path });
    throw error;
  }
}
