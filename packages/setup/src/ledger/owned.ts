import { createHash } from 'node:crypto';
import type { Json, Path } from '@modelrack/config-edit';
import { isSecretName } from '../secrets/mask-secrets.ts';

/**
 * What one connection wrote into one file. Kept in the ledger as plain JSON, as a hint that may be lost:
 * a value in the file counts as ours if it equals the fingerprint here or what would be written now.
 * Keys are JSON of a path, or an id behind a colon, so that no key of a gateway can be `__proto__`.
 */
export interface Owned {
  readonly values: Readonly<Record<string, OwnedValue>>;
  readonly collections: Readonly<Record<string, OwnedCollection>>;
  /** Lists of the user's in which we put our name: path -> value. */
  readonly members: Readonly<Record<string, string>>;
  /** Maps and lists that we made, or that were there and empty. */
  readonly containers: Readonly<Record<string, OwnedContainer>>;
}
export interface OwnedValue {
  readonly print: string;
  /** Written only because nothing stood there. */
  readonly isOptional?: true;
  /** What stood there before us, in the user's spelling; absent: nothing. */
  readonly replaced?: { readonly raw: string; readonly value: Json };
}
export interface OwnedCollection {
  readonly match?: Readonly<Record<string, string>>;
  readonly prefix?: string;
  /** The models of another collection once more. */
  readonly isUncounted?: true;
  readonly entries: Readonly<Record<string, OwnedFields>>;
  /** Rows of another connection that made way for ours, by id: they come back when we leave. */
  readonly displaced?: Readonly<Record<string, DisplacedEntry>>;
}
export interface DisplacedEntry {
  readonly connection: string;
  readonly raw: string;
  readonly value: Json;
}
/** Field -> fingerprint of what we wrote. */
export type OwnedFields = Readonly<Record<string, string>>;
export interface OwnedContainer {
  /** Source text of the empty container that stood there before us; absent: we made it. */
  readonly restore?: string;
}

export const nothingOwned: Owned = { values: {}, collections: {}, members: {}, containers: {} };

export function isNothingOwned(owned: Owned): boolean {
  return [owned.values, owned.collections, owned.members].every((part) => Object.keys(part).length === 0);
}

/** Reads a part of the ledger that may come from anywhere. */
export function ownedFrom(value: unknown): Owned {
  if (typeof value !== 'object' || value === null) return nothingOwned;
  // The ledger is our own file; a part of another shape is treated as lost, field by field.
  const part = value as Partial<Record<keyof Owned, unknown>>;
  const record = <T>(candidate: unknown): Readonly<Record<string, T>> =>
    typeof candidate === 'object' && candidate !== null
      ? // Its entries are only ever compared, never trusted to be more than what `Owned` says.
        (candidate as Readonly<Record<string, T>>)
      : {};
  return {
    values: record(part.values),
    collections: record(part.collections),
    members: record(part.members),
    containers: record(part.containers),
  };
}

export const pathKey = (path: Path): string => JSON.stringify(path);
// The ledger holds nothing else under these keys than what pathKey wrote.
export const pathOf = (key: string): Path => JSON.parse(key) as Path;
export const idKey = (id: string): string => `:${id}`;
export const idOf = (key: string): string => key.slice(1);

const hashes = new Map<string, string>();

/** Short values stand for themselves, long ones and what may be a key as a hash; order of keys does not matter. */
export function fingerprint(field: string, value: Json): string {
  const text = canonical(value);
  return text.length <= 40 && !isSecretName(field) ? `=${text}` : hashOf(text);
}

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
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`;
}

// Array.isArray does not narrow a readonly list.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * What another connection replaced may have been ours. When we leave, it gets what stood there before us,
 * so that its own removal brings back the user's value and not ours.
 */
export function inherit(other: Owned, leaving: Owned, name: string): Owned {
  const values = Object.entries(other.values).map(([key, value]): [string, OwnedValue] => {
    const ours = leaving.values[key];
    // Both wrote the same: what stood there before us comes back when the other one leaves too.
    const isShared = value.replaced === undefined && ours?.print === value.print && ours.replaced !== undefined;
    if (isShared) return [key, { ...value, replaced: ours.replaced }];
    const isOurs = value.replaced !== undefined && ours?.print === secretPrint(value.replaced.value);
    if (!isOurs) return [key, value];
    const { print } = value;
    return [key, ours.replaced === undefined ? { print } : { print, replaced: ours.replaced }];
  });
  // Containers that we made hold theirs now; the last to leave takes them out.
  const containers = { ...leaving.containers, ...other.containers };
  const collections = Object.fromEntries(
    Object.entries(other.collections).map(([key, collection]) => [key, withoutDisplaced(collection, name)]),
  );
  return { ...other, values: Object.fromEntries(values), collections, containers };
}

function withoutDisplaced(collection: OwnedCollection, name: string): OwnedCollection {
  if (collection.displaced === undefined) return collection;
  const others = Object.entries(collection.displaced).filter(([, entry]) => entry.connection !== name);
  const { displaced: _, ...rest } = collection;
  return others.length === 0 ? rest : { ...rest, displaced: Object.fromEntries(others) };
}
