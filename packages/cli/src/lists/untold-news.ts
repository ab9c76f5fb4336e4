import { isRecord } from '@modelrack/json';
import { foldersOf, type Machine } from '@modelrack/setup';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Which models came into tools, and which left them. */
export interface News {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What refreshes that nobody saw have brought, a file for each connection. In the cache: who loses it misses a line. */
function fileOf(machine: Machine, name: string): string {
  return join(foldersOf(machine).cache, 'news', `${name}.json`);
}

/** With what came later on top; what came and left again is no news. */
export function untoldNews(machine: Machine, name: string, later: News): News {
  const before = readNews(fileOf(machine, name));
  const beside = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id));
  const both = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];
  return {
    added: both(beside(before.added, later.removed), beside(later.added, before.removed)),
    removed: both(beside(before.removed, later.added), beside(later.removed, before.added)),
  };
}

/** For whoever looks next; nothing is kept of nothing. */
export function keepNews(machine: Machine, name: string, news: News): void {
  const file = fileOf(machine, name);
  try {
    if (news.added.length + news.removed.length === 0) return rmSync(file, { force: true });
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(news), { mode: 0o600 });
  } catch {
    // A cache that cannot be written costs a line, nothing else.
  }
}

function readNews(file: string): News {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const idsOf = (what: 'added' | 'removed') => {
      const ids: unknown = isRecord(value) ? value[what] : undefined;
      return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
    };
    return { added: idsOf('added'), removed: idsOf('removed') };
  } catch {
    return { added: [], removed: [] };
  }
}
