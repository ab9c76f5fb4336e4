import type { Catalog, ListedModel } from '../catalog/model-list.ts';
import { isObject, toText } from '../json.ts';
import type { Json } from '../json.ts';
import { refuse } from '../server/refusal.ts';
import type { Dialect, Refusal } from '../server/refusal.ts';

const bytesPerTokenLow = 6;
const bytesPerTokenHigh = 3.5;
const tokensPerImage = 300;
const imageTypes: ReadonlySet<string> = new Set(['image', 'image_url', 'input_image']);

interface Media {
  /** Bytes of the body that are files, not text. */
  readonly bytes: number;
  readonly images: number;
}

/** Sizes of data URLs, and of base64 sources as the Messages wire has them. */
function measureMedia(json: Json): Media {
  let bytes = 0;
  let images = 0;
  const rest: Json[] = [json];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value === 'string' && value.startsWith('data:')) bytes += Buffer.byteLength(value);
    if (typeof value !== 'object' || value === null) continue;
    if (isObject(value)) {
      if (imageTypes.has(toText(value['type']) ?? '')) images += 1;
      if (value['type'] === 'base64') bytes += toText(value['data'])?.length ?? 0;
    }
    // One by one: a long list spread into arguments would exhaust the stack.
    for (const inner of Object.values(value)) rest.push(inner);
  }
  return { bytes, images };
}

export interface Estimate {
  /** Surely not more than what a tokenizer would count: only this may refuse. */
  readonly low: number;
  /** On the safe side for a caller who plans. */
  readonly high: number;
}

/** Tokens of a request, told from its value and the number of bytes that it takes. */
export function estimateTokens(json: Json, size: number): Estimate {
  const media = measureMedia(json);
  const text = Math.max(0, size - media.bytes);
  const images = media.images * tokensPerImage;
  return {
    low: Math.ceil(text / bytesPerTokenLow) + images,
    high: Math.ceil(text / bytesPerTokenHigh) + images,
  };
}

/** Up to three models of the caller's own list that hold the thread, the smallest first. */
function findLarger(catalog: Catalog, tokens: number): readonly string[] {
  const larger = [...catalog.values()].flatMap(({ row, window = 0 }) =>
    window >= tokens ? [{ id: row.id, window }] : [],
  );
  larger.sort((left, right) => left.window - right.window);
  return larger.slice(0, 3).map(({ id, window }) => `${id} (${window})`);
}

export interface Thread {
  readonly catalog: Catalog;
  readonly model: ListedModel;
  /** The low estimate. */
  readonly tokens: number;
  readonly dialect: Dialect;
}

/**
 * Refuses what cannot fit. The wording is the one that tools look for: Codex the code, Claude Code
 * "prompt is too long: N tokens > M maximum", others "maximum context length".
 */
export function findOverflow({ catalog, model, tokens, dialect }: Thread): Refusal | undefined {
  const { window } = model;
  if (window === undefined || tokens <= window) return undefined;
  const larger = findLarger(catalog, tokens);
  const remedy =
    larger.length === 0
      ? 'No model of this gateway holds it: start a fresh thread.'
      : `Models that hold it: ${larger.join(', ')}; or start a fresh thread.`;
  const what =
    dialect === 'anthropic'
      ? `prompt is too long: ${tokens} tokens > ${window} maximum.`
      : `The maximum context length of ${model.row.id} is ${window} tokens, this thread has at least ${tokens}.`;
  return refuse(400, 'context_length_exceeded', `${what} ${remedy}`);
}
