import { readId } from '../rows/read-id.ts';
import type { RawRow } from '../rows/read-rows.ts';

/** Servers that tell more of their models elsewhere than in the list. */
export type Server = 'litellm' | 'lmstudio' | 'ollama' | 'llamacpp' | 'xai';

/** LiteLLM gives every model this date. */
const dateOfLiteLlm = 1_677_610_602;

/** Which of these servers a list is from, where the list itself gives it away; undefined: it may be any. */
export function whichServer(rows: readonly RawRow[]): Server | undefined {
  if (rows.length === 0) return undefined;
  const all = (test: (row: RawRow) => boolean): boolean => rows.every(test);
  if (all(({ fields }) => fields['created'] === dateOfLiteLlm)) return 'litellm';
  if (all(({ fields }) => fields['owned_by'] === 'organization_owner' && !('created' in fields))) return 'lmstudio';
  if (all(({ fields }) => fields['owned_by'] === 'xai')) return 'xai';
  // With several models it is a router, and a question about one of them may load it.
  if (rows.length === 1 && all(isOfLlamaCpp)) return 'llamacpp';
  return all(hasTag) && rows.some(({ fields }) => fields['owned_by'] === 'library') ? 'ollama' : undefined;
}

function isOfLlamaCpp({ fields }: RawRow): boolean {
  return fields['owned_by'] === 'llamacpp' && !('status' in fields) && !('in_cache' in fields);
}

/** Ollama: `qwen3:8b`, `hf.co/maker/model:Q4`. */
function hasTag(row: RawRow): boolean {
  return /:[^/:]+$/.test(readId(row) ?? '');
}
