import { foldersOf, type Machine } from '@modelrack/setup';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Between the clock and the times of files on a disk elsewhere; milliseconds. */
const clockDrift = 60_000;

// One empty file per connection, whose time tells when its tools last got the live list. In the cache:
// who loses them refreshes once more.
function folderOf(machine: Machine): string {
  return join(foldersOf(machine).cache, 'refreshed');
}

export function stampRefresh(machine: Machine, name: string): void {
  const file = join(folderOf(machine), name);
  const now = machine.now();
  try {
    mkdirSync(folderOf(machine), { recursive: true, mode: 0o700 });
    writeFileSync(file, '');
    utimesSync(file, now, now);
  } catch {
    // A cache that cannot be written costs time, nothing else.
  }
}

export function forgetStamp(machine: Machine, name: string): void {
  rmSync(join(folderOf(machine), name), { force: true });
}

/** ISO 8601; undefined: never, or not known any more. */
export function lastRefresh(machine: Machine, name: string): string | undefined {
  const time = timeOf(join(folderOf(machine), name));
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** All connections, or the named one, had their refresh within the limit (milliseconds). Reads no configuration. */
export function isAllFresh(machine: Machine, name: string | undefined, limit: number): boolean {
  const names = name === undefined ? stampsOf(machine) : [name];
  const now = machine.now().getTime();
  // One from the future says that a clock was set back: nobody knows how old it is.
  const isFresh = (time: number): boolean => time > now - limit && time <= now + clockDrift;
  return names.length > 0 && names.every((stamp) => isFresh(timeOf(join(folderOf(machine), stamp)) ?? 0));
}

function stampsOf(machine: Machine): readonly string[] {
  try {
    return readdirSync(folderOf(machine));
  } catch {
    return [];
  }
}

function timeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
