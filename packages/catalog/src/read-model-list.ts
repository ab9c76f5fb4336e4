import { buildModels } from './build-models.ts';
import type { BuildOptions, BuiltModels } from './build-models.ts';
import { explainAnswer } from './answers/explain-answer.ts';
import { isFailure } from './answers/find-failure.ts';
import { isRecord } from '@modelrack/json';
import { textAt } from './json-value.ts';
import { readRows } from './rows/read-rows.ts';
import { cleanText } from '@modelrack/text';

export interface ReadOptions extends Partial<BuildOptions> {
  /** The body describes one model (Ollama's `/api/show`), whose id stood in the request. */
  readonly only?: string;
}
export interface ModelList extends BuiltModels {
  /** The gateway says that it could not ask all of its providers. */
  readonly warnings: readonly string[];
}

/**
 * Reads one parsed answer. Pure; knows nothing of further pages. Throws RackError: `not-a-gateway` if it holds
 * no list, else what a failure inside it means.
 */
export function readModelList(body: unknown, options: ReadOptions = {}): ModelList {
  if (isFailure(body)) {
    throw explainAnswer({ status: 200, text: JSON.stringify(body), body, url: '', key: undefined });
  }
  const single = options.only !== undefined && isRecord(body) ? [{ key: options.only, fields: body }] : undefined;
  const built = buildModels(single ?? readRows(body), { now: options.now ?? new Date(), aliases: options.aliases });
  return { ...built, warnings: providerWarnings(body) };
}

/** Bifrost lists what it could reach, and names in `key_statuses` what it could not. */
export function providerWarnings(body: unknown): readonly string[] {
  const statuses = isRecord(body) ? body['key_statuses'] : undefined;
  if (!Array.isArray(statuses)) return [];
  const failed = statuses.filter((item) => textAt(item, 'status') === 'failed');
  const names = new Set(failed.map((item) => cleanText(textAt(item, 'provider') ?? 'a provider')));
  return [...names].toSorted().map((name) => `the gateway could not list the models of ${name}`);
}
