import type { JsonObject } from '../json.ts';
import type { OutgoingBody } from '../provider.ts';

export function writeJson(json: JsonObject): OutgoingBody {
  const bytes = Buffer.from(JSON.stringify(json));
  return { contentType: 'application/json', length: bytes.length, chunks: () => [bytes] };
}
