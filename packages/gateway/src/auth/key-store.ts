import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { RackError } from '@modelrack/errors';
import { isObject, toList, toText } from '../json.ts';
import type { Json } from '../json.ts';
import { createKey, hashKey } from './keys.ts';
import type { KeptKey } from './key-ring.ts';

function readKept(row: Json): KeptKey | undefined {
  if (!isObject(row)) return undefined;
  const { created, id, name, scopes, sha256 } = row;
  if (typeof id !== 'string' || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/u.test(sha256)) return undefined;
  return {
    id,
    sha256,
    name: toText(name) ?? id,
    created: toText(created) ?? '',
    scopes: toList(scopes).flatMap((scope) => toText(scope) ?? []),
  };
}

/** The keys that were issued. Throws RackError where the file cannot be understood: it is never taken for an empty one. */
export function readIssuedKeys(file: string): readonly KeptKey[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new RackError('file-unreadable', 'The file of issued keys cannot be read', { path: file, cause: error });
  }
  try {
    const json: Json = JSON.parse(text);
    const rows = toList(isObject(json) ? json['keys'] : undefined).map(readKept);
    if (isObject(json) && rows.every((row) => row !== undefined)) return rows;
  } catch {
    // The same error as for a file of another shape.
  }
  throw new RackError('file-invalid', 'The file of issued keys is damaged', {
    path: file,
    hint: 'Remove it and issue keys again: modelrack gateway keys create NAME',
  });
}

function write(file: string, keys: readonly KeptKey[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify({ keys }, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

export interface IssuedKey {
  readonly kept: KeptKey;
  /** To be shown once: it is not kept. */
  readonly key: string;
}

export interface KeyWish {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly now: Date;
}

export function issueKey(file: string, { name, now, scopes }: KeyWish): IssuedKey {
  const known = readIssuedKeys(file);
  if (known.some((kept) => kept.name === name)) {
    throw new RackError('usage', `A key named ${JSON.stringify(name)} already exists`, {
      hint: 'Choose another name, or revoke that one first.',
    });
  }
  const key = createKey();
  const id = randomBytes(4).toString('hex');
  const kept = { id, name, sha256: hashKey(key).toString('hex'), created: now.toISOString(), scopes };
  write(file, [...known, kept]);
  return { kept, key };
}

/** By id or name. False: there is no such key. */
export function revokeKey(file: string, which: string): boolean {
  const known = readIssuedKeys(file);
  const left = known.filter(({ id, name }) => id !== which && name !== which);
  if (left.length === known.length) return false;
  write(file, left);
  return true;
}
