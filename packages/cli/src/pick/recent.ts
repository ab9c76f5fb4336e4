import { foldersOf, type Machine } from '@modelrack/setup';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const mostKept = 20;

function fileOf(machine: Machine, connection: string): string {
  return join(foldersOf(machine).picked, `${connection}.json`);
}

/** Ids that were picked here, the latest first. */
export function recentIds(machine: Machine, connection: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(fileOf(machine, connection), 'utf8'));
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberId(machine: Machine, connection: string, id: string): void {
  const before = recentIds(machine, connection);
  if (before[0] === id) return;
  const file = fileOf(machine, connection);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify([id, ...before.filter((other) => other !== id)].slice(0, mostKept))}\n`);
  } catch {
    // What is forgotten costs a person a few keys, nothing else.
  }
}

export function forgetIds(machine: Machine, connection: string): void {
  rmSync(fileOf(machine, connection), { force: true });
}
