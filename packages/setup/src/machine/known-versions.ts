import { readTarget, writeTarget } from '@modelrack/config-edit';
import { foldersOf, pathsOf } from './folders.ts';
import type { Machine } from './types.ts';

/** What a tool told of itself, kept by path, size and time of its program. */
export interface KnownTool {
  readonly stamp: string;
  readonly version?: string;
  readonly facts: Readonly<Record<string, string>>;
}

export function versionsFile(machine: Machine, tool: string): string {
  return pathsOf(machine).join(foldersOf(machine).state, 'tools', `${tool}.json`);
}

export function readJsonFile(machine: Machine, path: string): KnownTool | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(machine.fs.read(path)));
    return isKnownTool(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isKnownTool(value: unknown): value is KnownTool {
  return (
    typeof value === 'object' &&
    value !== null &&
    'stamp' in value &&
    typeof value.stamp === 'string' &&
    'facts' in value &&
    typeof value.facts === 'object' &&
    value.facts !== null
  );
}

/** Losing it costs one start of the tool, so a failed write is no failure of the run. */
export function updateVersions(machine: Machine, tool: string, known: KnownTool): void {
  try {
    const state = readTarget(machine.fs, versionsFile(machine, tool));
    const text = `${JSON.stringify(known)}\n`;
    writeTarget(machine.fs, state, new TextEncoder().encode(text), { secret: false });
  } catch {
    // Asked again next time.
  }
}
