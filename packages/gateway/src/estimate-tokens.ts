import { isObject, toText } from './json.ts';
import type { Json } from './json.ts';
import type { HeldBody } from './provider.ts';

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

/** What the body surely has at least, in tokens. Parses it: only where the answer may depend on it. */
export function lowestEstimate(body: HeldBody): number {
  const json = body.json();
  return json === undefined ? 0 : estimateTokens(json, body.size).low;
}

/** Only what surely does not fit is kept from an upstream, which knows its own tokenizer. */
export function fitsWindow(body: HeldBody, window: number | undefined): boolean {
  // Far from the limit nothing has to be parsed; files in it make the text smaller, never larger.
  if (window === undefined || body.size / bytesPerTokenLow <= window / 2) return true;
  return lowestEstimate(body) <= window;
}
