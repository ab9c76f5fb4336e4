import { isObject, toList, toText } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { refuseField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** The first of the fields that is there; it must be a whole number of at least 1. */
export function readCount(body: JsonObject, names: readonly string[]): number | undefined | Refusal {
  for (const name of names) {
    const value = body[name] ?? undefined;
    if (value === undefined) continue;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
    return refuseField(name, `${name} must be a whole number of at least 1.`);
  }
  return undefined;
}

/** A stop sequence or a list of them. */
export function readStop(value: Json | undefined): readonly string[] {
  const list = typeof value === 'string' ? [value] : toList(value);
  return list.flatMap((entry) => toText(entry) || []);
}

/** The text in a content: itself, or that of its text parts. */
export function readText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return toList(content)
    .flatMap((part) => (isObject(part) ? (toText(part['text']) ?? []) : []))
    .join('\n');
}

/** A field that must be a list with at least one object in it. */
export function readObjects(body: JsonObject, name: string): readonly JsonObject[] | Refusal {
  const list = toList(body[name]);
  const objects = list.filter(isObject);
  if (objects.length > 0 && objects.length === list.length) return objects;
  return refuseField(name, `${name} must be a list of at least one object.`);
}
