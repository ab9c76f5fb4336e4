import { Argument, Option, type Command } from 'commander';
import type { Shell } from '../commands/completion/print-completion.ts';
import type { CommonOptions, ScheduleOptions } from '../world/context.ts';
import { start, withDryRun, type Runner } from './command-parts.ts';

/** What the shell and the system around us are given. */
export function addSystem(program: Command, runner: Runner): void {
  addSchedule(program, runner);
  addCompletion(program, runner);
}

function addSchedule(program: Command, runner: Runner): void {
  const schedule = program.command('schedule').description('let the system refresh the tools regularly');
  const on = schedule
    .command('on')
    .description('refresh regularly, by a systemd timer, launchd, the Task Scheduler or cron')
    .addOption(new Option('--every <time>', 'refresh this often (default: daily)').choices(['hourly', 'daily']));
  withDryRun(on).action((_: unknown, command: Command) =>
    start<ScheduleOptions>(runner, command, async (context, options) =>
      (await import('../commands/schedule/switch-schedule.ts')).scheduleOn(context, options),
    ),
  );
  withDryRun(schedule.command('off').description('stop regular refreshes, and remove the schedule')).action(
    (_: unknown, command: Command) =>
      start<ScheduleOptions>(runner, command, async (context, options) =>
        (await import('../commands/schedule/switch-schedule.ts')).scheduleOff(context, options),
      ),
  );
  schedule
    .command('status', { isDefault: true })
    .description('show whether regular refreshes are on, and when the last one was')
    .action((_: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('../commands/schedule/schedule-status.ts')).scheduleStatus(context),
      ),
    );
}

const shells: readonly Shell[] = ['bash', 'zsh', 'fish', 'powershell'];

function addCompletion(program: Command, runner: Runner): void {
  program
    .command('completion')
    .description('print a script that completes commands, flags, tools and models with Tab')
    .addArgument(new Argument('<shell>', 'the shell that reads the script').choices(shells))
    .action((shell: Shell, _: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('../commands/completion/print-completion.ts')).printCompletion(context, shell),
      ),
    );
}
