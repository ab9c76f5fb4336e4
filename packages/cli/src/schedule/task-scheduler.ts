import { foldersOf } from '@modelrack/setup';
import { join } from 'node:path/win32';
import { escapedXml } from './escaped-xml.ts';
import { mark, type Job, type Scheduler } from './scheduler.ts';

const task = 'modelrack-refresh';

/** A task from a file, which `schtasks` takes in UTF-16 only; conhost keeps a window from flashing up. */
export const taskScheduler: Scheduler = {
  id: 'task-scheduler',
  name: 'a task of the Task Scheduler',
  encoding: 'utf-16',
  files: (machine, job) => ({ [fileOf(machine)]: xml(job) }),
  start: (machine) => [['schtasks', '/Create', '/TN', task, '/XML', fileOf(machine), '/F']],
  stop: () => [['schtasks', '/Delete', '/TN', task, '/F']],
  afterwards: [],
};

function fileOf(machine: Parameters<typeof foldersOf>[0]): string {
  return join(foldersOf(machine).state, `${task}.xml`);
}

function xml({ command, often }: Job): string {
  const args = ['--headless', ...command.map((word) => `"${word}"`)].join(' ');
  const repetition = often === 'hourly' ? '      <Repetition><Interval>PT1H</Interval></Repetition>\n' : '';
  return `<?xml version="1.0" encoding="UTF-16"?>
<!-- ${mark} -->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Bring the models of coding tools up to date</Description>
  </RegistrationInfo>
  <Triggers>
    <CalendarTrigger>
      <StartBoundary>2026-01-01T09:00:00</StartBoundary>
${repetition}      <ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>
    </CalendarTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>true</RunOnlyIfNetworkAvailable>
    <ExecutionTimeLimit>PT10M</ExecutionTimeLimit>
  </Settings>
  <Actions>
    <Exec>
      <Command>conhost.exe</Command>
      <Arguments>${escapedXml(args)}</Arguments>
    </Exec>
  </Actions>
</Task>
`.replaceAll('\n', '\r\n');
}
