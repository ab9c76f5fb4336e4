import { foldersOf, type Machine } from '@modelrack/setup';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Between the clock and the times of files on a disk elsewhere; milliseconds. */
const clockDrift = 60_000;
const halfAMinute = 30_000;

// One empty file per connection, whose time tells when its tools last got the live list. In the cache:
// who loses them refreshes once more.
function folderOf(machine: Machine): string {
  return join(foldersOf(machine).cache, 'refreshed');
}

export function stampRefresh(machine: Machine, name: string): void {
  stamp(machine, join(folderOf(machine), name));
}

/** Whether nobody else has begun one within half a minute; one that fails is tried again after that. */
export function stampBeginning(machine: Machine, name: string): boolean {
  const file = join(foldersOf(machine).cache, 'refreshing', name);
  if (isWithin(machine, timeOf(file) ?? 0, halfAMinute)) return false;
  stamp(machine, file);
  return true;
}

function stamp(machine: Machine, file: string): void {
  const now = machine.now();
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
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
  return names.length > 0 && names.every((one) => isWithin(machine, timeOf(join(folderOf(machine), one)) ?? 0, limit));
}

/** One from the future says that a clock was set back: nobody knows how old it is. */
function isWithin(machine: Machine, time: number, limit: number): boolean {
  const now = machine.now().getTime();
  return time > now - limit && time <= now + clockDrift;
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
