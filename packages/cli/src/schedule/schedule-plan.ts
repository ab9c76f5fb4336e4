import { sha256 } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import type { Machine } from '@modelrack/setup';
import { readCrontab } from './crontab.ts';
import { readScheduleRecord, type ScheduleRecord } from './schedule-record.ts';
import { mark, type Call, type Job, type Scheduler } from './scheduler.ts';

export interface FileChange {
  /** `crontab` for the user's table, which is no file that one may write. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface SchedulePlan {
  readonly scheduler: Scheduler;
  readonly changes: readonly FileChange[];
  readonly calls: readonly Call[];
  readonly record: ScheduleRecord | undefined;
}

export const crontabName = 'crontab';

export async function planOn(machine: Machine, scheduler: Scheduler, job: Job): Promise<SchedulePlan> {
  const before = readScheduleRecord(machine);
  const files = Object.entries(scheduler.files(machine, job));
  const changes = files.map(([path, after]) => ({
    path,
    before: ourText(machine, path, { scheduler, before }),
    after,
  }));
  if (scheduler.table !== undefined) {
    const text = await readCrontab(machine);
    changes.push({ path: crontabName, before: text, after: scheduler.table.with(text, job) });
  }
  const digests = Object.fromEntries(files.map(([path, text]) => [path, sha256(text)]));
  const changed = changes.filter((change) => change.before !== change.after);
  const isOn = before !== undefined && changed.length === 0;
  // An agent that runs is stopped before it is started anew.
  const restart = before === undefined || scheduler.id !== 'launchd' ? [] : scheduler.stop(machine);
  return {
    scheduler,
    changes: changed,
    calls: isOn ? [] : [...restart, ...scheduler.start(machine)],
    record: {
      scheduler: scheduler.id,
      often: job.often,
      files: digests,
      madeFolders: before?.madeFolders ?? [],
    },
  };
}

/** `scheduler`: the one that was written, or the one of this system where our record is lost. */
export async function planOff(machine: Machine, scheduler: Scheduler): Promise<SchedulePlan> {
  const before = readScheduleRecord(machine);
  const wouldBe = scheduler.files(machine, { command: ['-'], often: 'daily', variables: {} });
  const paths = [...new Set([...Object.keys(before?.files ?? {}), ...Object.keys(wouldBe)])];
  const changes: FileChange[] = paths
    .map((path) => ({ path, before: ourText(machine, path, { scheduler, before }), after: undefined }))
    .filter((change) => change.before !== undefined);
  if (scheduler.table !== undefined) {
    const text = await readCrontab(machine);
    const after = scheduler.table.without(text);
    if (after !== text) changes.push({ path: crontabName, before: text, after });
  }
  const isOn = before !== undefined || changes.length > 0;
  return { scheduler, changes, calls: isOn ? scheduler.stop(machine) : [], record: undefined };
}

interface Known {
  readonly scheduler: Scheduler;
  readonly before: ScheduleRecord | undefined;
}

/**
 * The file as it is; undefined: there is none.
 * @throws RackError `file-not-ours` where it is not as we wrote it
 */
function ourText(machine: Machine, path: string, { scheduler, before }: Known): string | undefined {
  const text = textAt(machine, path, scheduler.encoding);
  if (text === undefined) return undefined;
  const digest = before?.files[path];
  const isOurs = digest === undefined ? text.includes(mark) : digest === sha256(text);
  if (isOurs) return text;
  throw new RackError(
    'file-not-ours',
    digest === undefined ? 'this file is not ours' : 'this file was changed by you',
    {
      path,
      hint: 'move it away, and run this again',
    },
  );
}

function textAt({ fs }: Machine, path: string, encoding: Scheduler['encoding']): string | undefined {
  try {
    return new TextDecoder(encoding === 'utf-16' ? 'utf-16le' : 'utf-8').decode(fs.read(path));
  } catch {
    return undefined;
  }
}

/** Where the tools' own files would look for our folders. */
export function movedFolders({ variables, platform }: Machine): Readonly<Record<string, string>> {
  if (platform === 'win32') return {};
  const names = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = variables[name];
      return value?.startsWith('/') === true ? [[name, value]] : [];
    }),
  );
}
