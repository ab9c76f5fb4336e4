import { createHash } from 'node:crypto';
import { isJsonList, type Json } from '@modelrack/config-edit';
import { isSecretName } from '../secrets/mask-secrets.ts';

const hashes = new Map<string, string>();

/** Short values stand for themselves, long ones and what may be a key as a hash; order of keys does not matter. */
export function fingerprint(field: string, value: Json): string {
  const text = typeof value === 'object' ? canonical(value) : JSON.stringify(value);
  return text.length <= 40 && !isSecretName(field) ? `=${text}` : hashOf(text);
}

/** How the same text is kept under any name. */
export const printsOf = (text: string): readonly string[] => [`=${JSON.stringify(text)}`, secretPrint(text)];

/** For single values, which may be a key: always a hash. */
export function secretPrint(value: Json): string {
  return hashOf(canonical(value));
}

function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
  // The same long text (instructions of a tool) repeats for every model of a list.
  if (hashes.size < 64) hashes.set(text, hash);
  return hash;
}

function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isJsonList(value)) return `[${value.map(canonical).join(',')}]`;
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`;
}
