import { toObject } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';

/** Tokens as a chat upstream counts them. */
export interface ChatUsage {
  /** The cached ones too. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

function toCount(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.trunc(value) : 0;
}

export function readUsage(usage: JsonObject): ChatUsage {
  const input = toCount(usage['prompt_tokens']);
  // DeepSeek has a field of its own for what its cache held.
  const cached = toObject(usage['prompt_tokens_details'])['cached_tokens'] ?? usage['prompt_cache_hit_tokens'];
  return {
    input,
    cached: Math.min(input, toCount(cached)),
    output: toCount(usage['completion_tokens']),
    reasoning: toCount(toObject(usage['completion_tokens_details'])['reasoning_tokens']),
  };
}
