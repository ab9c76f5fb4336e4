import { toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { AdapterInput } from '../../provider.ts';
import { isRefusal, refuseField } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import type { VideoSize, VideoWish } from './types.ts';

const read: ReadonlySet<string> = new Set(['model', 'prompt', 'seconds', 'size']);

interface Seconds {
  readonly value: number | undefined;
}

function readSeconds(stated: Json | undefined): Seconds | Refusal {
  if (stated === undefined || stated === null || stated === '') return { value: undefined };
  const value = typeof stated === 'string' ? Number(stated) : stated;
  if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return { value };
  return refuseField('seconds', 'seconds must be a number above 0: "8", for example.');
}

interface StatedSize {
  readonly value: VideoSize | undefined;
}

function readSize(stated: Json | undefined): StatedSize | Refusal {
  if (stated === undefined || stated === null || stated === '') return { value: undefined };
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/u.exec(toText(stated) ?? '') ?? [];
  if (width !== undefined) return { value: { width: Number(width), height: Number(height) } };
  return refuseField('size', 'size must be WIDTHxHEIGHT: "1280x720", for example.');
}

/** The fields of a request, from JSON or from a form. */
export function readFields({ body, json }: AdapterInput): JsonObject {
  return json ?? Object.fromEntries(body.form?.fields ?? []);
}

export function readWish(input: AdapterInput): VideoWish | Refusal {
  const fields = readFields(input);
  const prompt = toText(fields['prompt']);
  if (prompt === undefined || prompt.trim() === '') {
    return refuseField('prompt', 'prompt is missing: it must be a text.');
  }
  const seconds = readSeconds(fields['seconds']);
  if (isRefusal(seconds)) return seconds;
  const size = readSize(fields['size']);
  if (isRefusal(size)) return size;
  const extra = Object.fromEntries(Object.entries(fields).filter(([name]) => !read.has(name)));
  return { model: input.model, prompt, seconds: seconds.value, size: size.value, extra };
}
