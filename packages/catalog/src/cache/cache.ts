import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { decodeCatalog, encodeCatalog } from './cache-format.ts';
import type { CachedCatalog } from './cached-catalog.ts';

/** Reads a cached list; undefined if there is none, or none that can be read. Never throws. */
export function loadCachedCatalog(file: string): CachedCatalog | undefined {
  try {
    return decodeCatalog(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Losing the cache loses nothing: the list is fetched again.
    return undefined;
  }
}

/** Writes a list in one step, so that no other run reads half of it. Says whether it could: a run goes on without. */
export function saveCachedCatalog(file: string, cached: CachedCatalog): boolean {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, JSON.stringify(encodeCatalog(cached)), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
    return true;
  } catch {
    removeIfThere(temporary);
    return false;
  }
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder is none, or cannot be written: then nothing of ours is in it.
  }
}
