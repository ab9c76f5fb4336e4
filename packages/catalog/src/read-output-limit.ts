import { at, leastAt, placesOf, tokensOf } from './json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import type { ModelKind } from './types.ts';

const places = placesOf(
  'max_output_tokens',
  'max_completion_tokens',
  'outputTokenLimit',
  'top_provider.max_completion_tokens',
  'limits.max_output_tokens',
  'limit.output',
  'model_info.max_output_tokens',
);
// They answer with vectors or scores; a limit that is stated all the same (Gemini: 1) is none of tokens.
const withoutTokens: ReadonlySet<ModelKind> = new Set(['embedding', 'rerank', 'moderation']);

interface Row {
  readonly kind: ModelKind;
  /** As read from the other fields. */
  readonly window: number | undefined;
}

/**
 * The most tokens that an answer may have, not more than the window; undefined: not stated. `max_tokens`
 * means the output only beside a window in another field: elsewhere it may be the window itself.
 */
export function readOutputLimit(fields: JsonRecord, { kind, window }: Row): number | undefined {
  if (withoutTokens.has(kind)) return undefined;
  const stated = leastAt(fields, places);
  const limit = stated ?? (window === undefined ? undefined : tokensOf(at(fields, 'max_tokens')));
  return limit === undefined ? undefined : Math.min(limit, window ?? limit);
}
