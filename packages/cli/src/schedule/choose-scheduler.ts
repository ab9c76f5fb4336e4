import { RackError } from '@modelrack/errors';
import type { Machine } from '@modelrack/setup';
import { cron } from './cron.ts';
import { launchd } from './launchd.ts';
import type { Scheduler } from './scheduler.ts';
import { systemd } from './systemd.ts';
import { taskScheduler } from './task-scheduler.ts';

const all: readonly Scheduler[] = [systemd, launchd, taskScheduler, cron];

export function schedulerOf(id: string): Scheduler | undefined {
  return all.find((scheduler) => scheduler.id === id);
}

/** The one of this system. On Linux systemd, where it runs for the user, else cron. */
export async function chooseScheduler(machine: Machine): Promise<Scheduler> {
  if (machine.platform === 'darwin') return launchd;
  if (machine.platform === 'win32') return taskScheduler;
  const limits = { milliseconds: 5000 };
  if ((await machine.run('systemctl', ['--user', 'show', '-p', 'Version'], limits)) !== undefined) return systemd;
  // Without a table it says so, and fails.
  const probe = await machine.run('/bin/sh', ['-c', 'command -v crontab'], limits);
  if (probe !== undefined && probe !== '') return cron;
  throw new RackError('usage', 'neither systemd nor cron is available to start a refresh', {
    hint: 'run this by other means: modelrack refresh --if-older 24h --yes --quiet',
  });
}
