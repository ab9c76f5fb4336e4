import { RackError } from '@modelrack/errors';
import { callJson } from './call.ts';
import { isRecord } from '@modelrack/json';
import { recordsOf, textOf } from './json.ts';
import type { CallOptions, Gateway } from './types.ts';

export interface EmbedRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly dimensions?: number | undefined;
}

export interface Embeddings {
  readonly model: string;
  /** In the order of the input. */
  readonly vectors: readonly (readonly number[])[];
}

/** Turns texts into vectors. Asks for numbers, and reads base64 as well. */
export async function embed(gateway: Gateway, asked: EmbedRequest, options: CallOptions = {}): Promise<Embeddings> {
  const { model, input, dimensions } = asked;
  const answer = await callJson(gateway, {
    route: '/embeddings',
    json: { model, input, encoding_format: 'float', ...(dimensions === undefined ? {} : { dimensions }) },
    timeouts: { total: 300_000 },
    maxBytes: 256 * 2 ** 20,
    ...options,
  });
  const rows = isRecord(answer) ? recordsOf(answer['data']) : [];
  const vectors: (readonly number[] | undefined)[] = input.map(() => undefined);
  for (const [position, row] of rows.entries()) {
    const index = typeof row['index'] === 'number' ? row['index'] : position;
    if (index in vectors) vectors[index] = vectorOf(row['embedding']);
  }
  const whole = vectors.filter((vector) => vector !== undefined && vector.length > 0);
  if (whole.length !== input.length) {
    throw new RackError('broken-body', 'the gateway did not send a vector for every text', {
      path: `${gateway.apiRoot}/embeddings`,
    });
  }
  return { model: (isRecord(answer) ? textOf(answer['model']) : undefined) ?? model, vectors: whole.map(asVector) };
}

function asVector(vector: readonly number[] | undefined): readonly number[] {
  return vector ?? [];
}

function vectorOf(value: unknown): readonly number[] | undefined {
  if (Array.isArray(value)) return value.every((number) => typeof number === 'number') ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  // Little-endian 32-bit numbers, whatever this machine has.
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}
