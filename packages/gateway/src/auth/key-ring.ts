import { timingSafeEqual } from 'node:crypto';
import { matchesGlob } from '@modelrack/catalog';
import { hashKey } from './keys.ts';

/** A gateway key as it is kept: its digest, never itself. */
export interface KeptKey {
  /** Short, for lists and logs: not a part of the key. */
  readonly id: string;
  readonly name: string;
  /** Hexadecimal SHA-256. */
  readonly sha256: string;
  /** ISO 8601. */
  readonly created: string;
  /** Globs of aliases and models that it may use; empty: all. */
  readonly scopes: readonly string[];
}

/** Whoever holds a key. */
export interface Caller {
  readonly keyId: string;
  readonly scopes: readonly string[];
}

export interface KeyRing {
  /** undefined: this gateway did not issue it, or took it back. */
  find(key: string): Caller | undefined;
}

interface Entry {
  readonly digest: Buffer;
  readonly caller: Caller;
}

/** A tool sends the same key with every request. */
const mostRemembered = 64;

/** Compares with all of them, so that the time taken tells nothing about a key. */
export function createKeyRing(keys: readonly KeptKey[]): KeyRing {
  /** Keys that were right, as long as this ring is: a wrong one always takes the long way. */
  const remembered = new Map<string, Caller>();
  const entries = keys.map(({ id, scopes, sha256 }): Entry => {
    return { digest: Buffer.from(sha256, 'hex'), caller: { keyId: id, scopes } };
  });
  return {
    find(key) {
      const known = remembered.get(key);
      if (known !== undefined) return known;
      const digest = hashKey(key);
      let found: Caller | undefined;
      for (const entry of entries) {
        if (timingSafeEqual(entry.digest, digest)) found = entry.caller;
      }
      if (found !== undefined && remembered.size < mostRemembered) remembered.set(key, found);
      return found;
    },
  };
}

/** A key that the caller of `startGateway` holds itself; it may use everything. */
export function keepPlainKey(key: string, index: number): KeptKey {
  const sha256 = hashKey(key).toString('hex');
  return { id: `own${index === 0 ? '' : index}`, name: 'own', sha256, created: '', scopes: [] };
}

export function isWithinScope({ scopes }: Caller, id: string): boolean {
  return scopes.length === 0 || scopes.some((glob) => matchesGlob(glob, id));
}
