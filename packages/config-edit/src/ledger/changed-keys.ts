import { isRecord, type JsonRecord } from '@modelrack/json';
/** `[path, value]`: was that; `[path]`: was not there. Paths stand in lists, so any text may be a key. */
export type ChangedKeys = readonly (readonly [readonly string[]] | readonly [readonly string[], unknown])[];

/**
 * What must be put back to get from `after` to `before`, which are JSON. Maps are compared key by key at
 * every depth, lists as a whole. Much smaller than `before` if little has changed.
 */
export function changedKeys(before: JsonRecord, after: JsonRecord): ChangedKeys {
  const changes: (readonly [readonly string[]] | readonly [readonly string[], unknown])[] = [];
  collect(before, after, { at: [], changes });
  return changes;
}

interface Found {
  readonly at: readonly string[];
  readonly changes: (readonly [readonly string[]] | readonly [readonly string[], unknown])[];
}

function collect(before: JsonRecord, after: JsonRecord, { at, changes }: Found): void {
  for (const key of Object.keys(after)) {
    if (!has(before, key) && after[key] !== undefined) changes.push([[...at, key]]);
  }
  for (const [key, old] of Object.entries(before)) {
    // Most are the very same.
    if (old === undefined || old === after[key]) continue;
    const now = has(after, key) ? after[key] : undefined;
    if (isRecord(old) && isRecord(now)) collect(old, now, { at: [...at, key], changes });
    else if (!isEqual(old, now)) changes.push([[...at, key], old]);
  }
}

/**
 * The inverse: `applyChangedKeys(after, changedKeys(before, after))` is `before`, apart from the order of
 * keys. What is not the result of `changedKeys` (a damaged ledger) changes nothing.
 */
export function applyChangedKeys(now: JsonRecord, delta: unknown): JsonRecord {
  return isChangedKeys(delta) && delta.length > 0 ? apply(now, delta, 0) : now;
}

function apply(now: JsonRecord, delta: ChangedKeys, depth: number): JsonRecord {
  const byKey = new Map<string, ChangedKeys[number][]>();
  for (const change of delta) {
    const key = change[0][depth];
    if (key === undefined) continue;
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [change]);
    else same.push(change);
  }
  // A Map and `fromEntries`, because assigning to `__proto__` would change the prototype instead.
  const entries = new Map(Object.entries(now));
  for (const [key, changes] of byKey) {
    const last = changes.at(-1);
    if (last !== undefined && last[0].length === depth + 1) {
      if (last.length === 1) entries.delete(key);
      else entries.set(key, last[1]);
    } else {
      const inner = entries.get(key);
      entries.set(key, apply(isRecord(inner) ? inner : {}, changes, depth + 1));
    }
  }
  return Object.fromEntries(entries);
}

function isChangedKeys(value: unknown): value is ChangedKeys {
  return (
    Array.isArray(value) &&
    value.every((change: unknown) => {
      if (!Array.isArray(change) || change.length < 1 || change.length > 2) return false;
      const path: unknown = change[0];
      return Array.isArray(path) && path.length > 0 && path.every((key) => typeof key === 'string');
    })
  );
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => has(b, key) && isEqual(a[key], b[key]));
}

function has(map: JsonRecord, key: string): boolean {
  return Object.hasOwn(map, key) && map[key] !== undefined;
}
