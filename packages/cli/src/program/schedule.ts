import { Option, type Command } from 'commander';
import type { CommonOptions, ScheduleOptions } from '../world/context.ts';
import { start, withDryRun, type Runner } from './command-parts.ts';

export function addSchedule(program: Command, runner: Runner): void {
  const schedule = program.command('schedule').description('let this system refresh the tools by itself');
  const on = schedule
    .command('on')
    .description('refresh regularly, by a systemd timer, launchd, the Task Scheduler or cron')
    .addOption(new Option('--every <time>', 'refresh this often (default: daily)').choices(['hourly', 'daily']));
  withDryRun(on).action((_: unknown, command: Command) =>
    start<ScheduleOptions>(runner, command, async (context, options) =>
      (await import('../commands/schedule/switch-schedule.ts')).scheduleOn(context, options),
    ),
  );
  withDryRun(schedule.command('off').description('stop that, and remove what it wrote')).action(
    (_: unknown, command: Command) =>
      start<ScheduleOptions>(runner, command, async (context, options) =>
        (await import('../commands/schedule/switch-schedule.ts')).scheduleOff(context, options),
      ),
  );
  schedule
    .command('status', { isDefault: true })
    .description('show whether it is on, and when the last refresh was')
    .action((_: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('../commands/schedule/schedule-status.ts')).scheduleStatus(context),
      ),
    );
}
