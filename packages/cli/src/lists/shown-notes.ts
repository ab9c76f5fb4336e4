import { isRecord } from '@modelrack/json';
import { foldersOf, type Connection, type ToolOutcome } from '@modelrack/setup';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../world/context.ts';

/** What a run came to, as far as notes go. */
interface Noted {
  readonly connection: Connection;
  readonly tools: readonly ToolOutcome[];
  readonly isPreview: boolean;
}

/**
 * Says of a note whether this run is the first to show it: a refresh that changes nothing need not say again what
 * the set-up said. Kept in the cache: who loses it reads a note once more.
 */
export async function newNotes(
  context: Context,
  { connection, tools, isPreview }: Noted,
  isOnlyNew: boolean,
): Promise<(tool: string, note: string) => boolean> {
  const file = join(foldersOf(await context.machine()).cache, 'notes', `${connection.name}.json`);
  const before = readNotes(file);
  const now = Object.fromEntries(tools.map(({ tool, notes }) => [tool, notes]));
  if (!isPreview && JSON.stringify({ ...before, ...now }) !== JSON.stringify(before)) {
    saveNotes(file, { ...before, ...now });
  }
  return (tool, note) => !isOnlyNew || !(before[tool] ?? []).includes(note);
}

type Notes = Readonly<Record<string, readonly unknown[]>>;

function readNotes(file: string): Notes {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(value)) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([tool, notes]) => (Array.isArray(notes) ? [[tool, notes]] : [])),
    );
  } catch {
    return {};
  }
}

function saveNotes(file: string, notes: Notes): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(notes), { mode: 0o600 });
  } catch {
    // A cache that cannot be written costs a line, nothing else.
  }
}
