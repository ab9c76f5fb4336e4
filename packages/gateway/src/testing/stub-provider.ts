import type { Json, JsonObject } from '../json.ts';
import type { HeldBody, Preset, Provider, ProviderConnection, ProviderRequest } from '../provider.ts';

export interface StubAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or bytes as they are. */
  readonly body?: Json | Buffer;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

async function collect(request: ProviderRequest): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request.body?.chunks() ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** An upstream in this process: `answer` gets each request with its body. */
export function stubConnection(
  preset: Preset,
  answer: (request: SeenRequest) => StubAnswer,
): ProviderConnection & { readonly seen: readonly SeenRequest[] } {
  const seen: SeenRequest[] = [];
  const provider: Provider = {
    send: async (request) => {
      const { headers, method, path } = request;
      const noted = { method, path, headers, contentType: request.body?.contentType, body: await collect(request) };
      seen.push(noted);
      const { body = null, headers: told = {}, status = 200 } = answer(noted);
      const isBytes = Buffer.isBuffer(body);
      const type = isBytes ? {} : { 'content-type': 'application/json' };
      const bytes = isBytes ? body : Buffer.from(JSON.stringify(body));
      return { status, headers: { ...type, ...told }, body: once(bytes) };
    },
    close: () => Promise.resolve(),
  };
  return { name: 'lab', preset, baseUrl: 'https://lab.example.test/v1', key: 'sk-lab', provider, seen };
}

/** A body as the server holds it. */
export function heldJson(json: JsonObject): HeldBody {
  const write = (value: JsonObject) => {
    const bytes = Buffer.from(JSON.stringify(value));
    return { contentType: 'application/json', length: bytes.length, chunks: () => [bytes] };
  };
  return {
    size: JSON.stringify(json).length,
    model: typeof json['model'] === 'string' ? json['model'] : undefined,
    isStream: false,
    withModel: (model) => write({ ...json, model }),
    json: () => json,
    release: () => undefined,
  };
}
