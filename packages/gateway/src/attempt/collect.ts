import type { ProviderAnswer } from '../provider.ts';

export interface Collected {
  readonly bytes: Buffer;
  /** Undefined: these are all bytes. */
  readonly rest: AsyncIterator<Uint8Array> | undefined;
}

/** The bytes of a body up to a limit. */
export async function collect(body: AsyncIterable<Uint8Array>, limit: number): Promise<Collected> {
  const rest = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = await rest.next();
    if (next.done === true) return { bytes: Buffer.concat(chunks, size), rest: undefined };
    chunks.push(next.value);
    size += next.value.length;
    if (size > limit) return { bytes: Buffer.concat(chunks, size), rest };
  }
}

/** In one go where the length is known: half of what it costs piece by piece. */
export async function collectAnswer({ body, headers }: ProviderAnswer, limit: number): Promise<Collected> {
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (body.bytes === undefined || !(length <= limit)) return collect(body, limit);
  const bytes = await body.bytes();
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rest: undefined };
}

/** What was collected, then the rest. */
export async function* chain(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    onEnd();
  }
}

/** Everything else, sounds for one: as it comes. */
export async function* passOn(answer: ProviderAnswer, onEnd: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* answer.body;
  } finally {
    onEnd();
  }
}
