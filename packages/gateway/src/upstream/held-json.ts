import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { HeldBody, OutgoingBody } from '../provider.ts';
import { refuse, refuseField } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { cut, textOf } from './pieces.ts';
import type { Span } from './pieces.ts';
import { scanObject } from './scan.ts';

const wanted: ReadonlySet<string> = new Set(['model', 'stream']);
const urlFields: ReadonlySet<string> = new Set(['url', 'image_url', 'file_url', 'video_url', 'audio_url', 'file_data']);

/** Those who read addresses drop blanks and control letters in front, and some of them everywhere. */
const fileUrl = /^[\s\p{Cc}]*f[\t\r\n]*i[\t\r\n]*l[\t\r\n]*e[\t\r\n]*:/iu;

const faults = {
  'not-an-object': 'The body must be a JSON object.',
  broken: 'The body is not valid JSON.',
  'too-deep': 'The body is nested too deeply.',
} as const;

/** A body that stands as bytes. */
export function outgoingJson(pieces: readonly Uint8Array[]): OutgoingBody {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { contentType: 'application/json', length, chunks: () => pieces };
}

/** Nobody but the machine that reads it knows which file is meant: an upstream would read one of its own. */
function findFileUrl(json: Json): boolean {
  const rest: Json[] = [json];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && urlFields.has(name) && fileUrl.test(inner)) return true;
      rest.push(inner);
    }
  }
  return false;
}

function parse(bytes: Buffer): JsonObject | undefined {
  try {
    const json: Json = JSON.parse(bytes.toString('utf8'));
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

interface Replaced {
  readonly pieces: readonly Buffer[];
  readonly size: number;
  readonly spans: readonly Span[];
}

function replaceAll({ pieces, size, spans }: Replaced, text: string): OutgoingBody {
  const changed: Uint8Array[] = [];
  let start = 0;
  for (const span of spans) {
    changed.push(...cut(pieces, { start, end: span.start }), Buffer.from(text));
    start = span.end;
  }
  changed.push(...cut(pieces, { start, end: size }));
  return outgoingJson(changed);
}

/** Holds a JSON body without parsing it: what is not looked at stays byte for byte. */
export function holdJson(pieces: readonly Buffer[]): HeldBody | Refusal {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size === 0) return refuse(400, 'invalid_json', 'The body is empty: send a JSON object.');
  const scanned = scanObject(pieces, wanted);
  if (typeof scanned === 'string') return refuse(400, 'invalid_json', faults[scanned]);
  let parsed: JsonObject | undefined;
  const json = (): JsonObject | undefined => (parsed ??= parse(Buffer.concat(pieces, size)));
  if (scanned.mayNameFile && findFileUrl(json() ?? {})) {
    return refuseField('messages', 'file:// URLs are refused: send the content itself as a data URL.');
  }
  const spans = scanned.found.get('model') ?? [];
  const texts = spans.map((span) => textOf(pieces, span));
  // Several that differ are one id for us and another for an upstream.
  if (texts.some((text) => text !== texts[0])) return refuseField('model', 'model is there more than once.');
  const stream = scanned.found.get('stream')?.at(-1);
  return {
    size,
    model: readText(texts[0]),
    isStream: stream !== undefined && textOf(pieces, stream) === 'true',
    withModel: (id) => replaceAll({ pieces, size, spans }, JSON.stringify(id)),
    json,
    release: () => undefined,
  };
}

function readText(literal: string | undefined): string | undefined {
  if (literal === undefined || !literal.startsWith('"')) return undefined;
  try {
    return String(JSON.parse(literal));
  } catch {
    return undefined;
  }
}
