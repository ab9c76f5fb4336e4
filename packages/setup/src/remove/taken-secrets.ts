import { toJson, type Json } from '@modelrack/config-edit';
import type { Gateway } from '@modelrack/tool-kit';
import { isTelling } from '../ledger/holds-secret.ts';
import { nodeAt, type FileDraft } from '../open-file/draft.ts';
import { isReference, isSecretName } from '../secrets/mask-secrets.ts';

/** Keys that a removal takes out of a file: that of the connection, and what stands under names of secrets. */
export function takenSecrets(draft: FileDraft, { key }: Gateway): readonly string[] {
  const taken = draft.edits.flatMap((edit) => {
    const node = edit.op === 'remove' ? nodeAt(draft.file, edit.path) : undefined;
    const isSecret = edit.path.some((step) => typeof step === 'string' && isSecretName(step));
    return node === undefined ? [] : secretTexts(toJson(node), isSecret);
  });
  const isSecretKey = key.form === 'literal' && key.isNone !== true;
  const known = isSecretKey && draft.file.document.text.includes(key.value) ? [key.value] : [];
  return [...new Set([...known, ...taken])].filter(isTelling);
}

function secretTexts(value: Json, isSecret: boolean): readonly string[] {
  if (typeof value === 'string') return isSecret && !isReference(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => secretTexts(part, isSecret || isSecretName(name)));
}
