import { makeFolders, removeQuietly, replaceFile } from '@modelrack/config-edit';
import { isRecord } from '@modelrack/json';
import { foldersOf, type Machine } from '@modelrack/setup';
import { dirname } from 'node:path';
import type { Often } from './scheduler.ts';

/** What `schedule on` wrote: by it `off` knows what is ours still. */
export interface ScheduleRecord {
  readonly scheduler: string;
  readonly often: Often;
  /** Digests by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Made for these files, outermost first. */
  readonly madeFolders: readonly string[];
}

export function readScheduleRecord(machine: Machine): ScheduleRecord | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(machine.fs.read(foldersOf(machine).schedule)));
    return isScheduleRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isScheduleRecord(value: unknown): value is ScheduleRecord {
  if (!isRecord(value) || !isRecord(value['files']) || !Array.isArray(value['madeFolders'])) return false;
  const isKnown = value['often'] === 'hourly' || value['often'] === 'daily';
  return isKnown && typeof value['scheduler'] === 'string';
}

export function saveScheduleRecord(machine: Machine, record: ScheduleRecord): void {
  const file = foldersOf(machine).schedule;
  makeFolders(machine.fs, dirname(file), 0o700);
  const bytes = new TextEncoder().encode(`${JSON.stringify({ schema: 1, ...record }, undefined, 2)}\n`);
  replaceFile(machine.fs, file, { bytes, mode: 0o600 });
}

export function forgetScheduleRecord(machine: Machine): void {
  removeQuietly(machine.fs, foldersOf(machine).schedule);
}
