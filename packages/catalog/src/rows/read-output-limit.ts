import type { ModelKind } from '../types.ts';
import { leastTokens, limitNames } from './row.ts';
import type { Row } from './row.ts';

const names = [
  'maxoutputtokens',
  'maxoutputlength',
  'maxoutput',
  'maxcompletiontokens',
  'maxcompletionlength',
  'maxgenerationtokens',
  'maxgeneratedtokens',
  'maxnewtokens',
  'maxresponsetokens',
  'maxtokensoutput',
  'outputtokenlimit',
  ...limitNames('output', 'outputtokens', 'completion', 'completiontokens'),
];
// They answer with vectors or scores; a limit that is stated all the same (Gemini: 1) is none of tokens.
const withoutTokens: ReadonlySet<ModelKind> = new Set(['embedding', 'rerank', 'moderation']);

interface Known {
  readonly kind: ModelKind;
  /** As read from the other fields. */
  readonly window: number | undefined;
}

/**
 * The most tokens that an answer may have, not more than the window; undefined: not stated. `max_tokens`
 * means the output only beside a window in another field: elsewhere it may be the window itself.
 */
export function readOutputLimit(row: Row, { kind, window }: Known): number | undefined {
  if (withoutTokens.has(kind)) return undefined;
  const limit = leastTokens(row, names) ?? (window === undefined ? undefined : leastTokens(row, ['maxtokens']));
  return limit === undefined ? undefined : Math.min(limit, window ?? limit);
}
