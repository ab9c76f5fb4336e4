import { makeFolders, removeEmptyFolders, removeQuietly, replaceFile } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import type { Machine } from '@modelrack/setup';
import { posix, win32 } from 'node:path';
import { writeCrontab } from './crontab.ts';
import { forgetScheduleRecord, readScheduleRecord, saveScheduleRecord } from './schedule-record.ts';
import { crontabName, type FileChange, type SchedulePlan } from './schedule-plan.ts';
import type { Call, Scheduler } from './scheduler.ts';

const limits = { milliseconds: 30_000 };

/** The record first, so that whatever is interrupted can be taken back. */
export async function applyOn(machine: Machine, plan: SchedulePlan): Promise<void> {
  const { record, scheduler, changes, calls } = plan;
  if (record === undefined) return;
  const before = readScheduleRecord(machine);
  saveScheduleRecord(machine, record);
  try {
    const made = new Set(record.madeFolders);
    for (const change of changes) for (const folder of await write(machine, change, scheduler)) made.add(folder);
    saveScheduleRecord(machine, { ...record, madeFolders: [...made] });
    for (const call of calls) await start(machine, call);
  } catch (error) {
    if (before === undefined) await takeBack(machine, plan);
    throw error;
  }
}

/** What cannot be stopped any more is taken away all the same. */
export async function applyOff(machine: Machine, { scheduler, changes, calls }: SchedulePlan): Promise<void> {
  const before = readScheduleRecord(machine);
  for (const call of calls) await run(machine, call);
  for (const change of changes) await write(machine, change, scheduler);
  removeEmptyFolders(machine.fs, before?.madeFolders ?? []);
  if (changes.length > 0) for (const call of scheduler.afterwards) await run(machine, call);
  forgetScheduleRecord(machine);
}

/** Of one that was not there before nothing is left where the system refuses it. */
async function takeBack(machine: Machine, plan: SchedulePlan): Promise<void> {
  const back = plan.changes.map(({ path, before, after }) => ({ path, before: after, after: before }));
  await applyOff(machine, { ...plan, changes: back, calls: plan.scheduler.stop(machine) });
}

/** Resolves to the folders that were made. */
async function write(machine: Machine, { path, after }: FileChange, scheduler: Scheduler): Promise<readonly string[]> {
  if (path === crontabName) {
    await writeCrontab(machine, after ?? '');
    return [];
  }
  if (after === undefined) {
    removeQuietly(machine.fs, path);
    return [];
  }
  const { dirname } = machine.platform === 'win32' ? win32 : posix;
  const made = makeFolders(machine.fs, dirname(path), 0o755);
  replaceFile(machine.fs, path, { bytes: bytesOf(after, scheduler.encoding), mode: 0o644 });
  return made;
}

function bytesOf(text: string, encoding: Scheduler['encoding']): Uint8Array {
  return encoding === 'utf-8' ? new TextEncoder().encode(text) : Buffer.from(`\uFEFF${text}`, 'utf16le');
}

async function start(machine: Machine, call: Call): Promise<void> {
  if (await run(machine, call)) return;
  const [program] = call;
  throw new RackError('internal', `${program} did not accept the schedule; what was written for it is removed`, {
    hint: `see what this says: ${call.join(' ')}`,
  });
}

async function run(machine: Machine, [program, ...args]: Call): Promise<boolean> {
  return (await machine.run(program, args, limits)) !== undefined;
}
