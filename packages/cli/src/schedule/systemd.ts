import type { Machine } from '@modelrack/setup';
import { isAbsolute, join } from 'node:path/posix';
import { mark, type Job, type Scheduler } from './scheduler.ts';

const unit = 'modelrack-refresh';

/** Units of the user's own manager: https://www.freedesktop.org/software/systemd/man/latest/systemd.timer.html */
export const systemd: Scheduler = {
  id: 'systemd',
  name: 'a systemd user timer',
  encoding: 'utf-8',
  files: (machine, job) => ({
    [join(folderOf(machine), `${unit}.service`)]: service(job),
    [join(folderOf(machine), `${unit}.timer`)]: timer(job),
  }),
  start: () => [
    ['systemctl', '--user', 'daemon-reload'],
    ['systemctl', '--user', 'enable', '--now', `${unit}.timer`],
  ],
  stop: () => [['systemctl', '--user', 'disable', '--now', `${unit}.timer`]],
  afterwards: [['systemctl', '--user', 'daemon-reload']],
};

function folderOf({ home, variables }: Machine): string {
  const moved = variables['XDG_CONFIG_HOME'];
  return join(moved !== undefined && isAbsolute(moved) ? moved : join(home, '.config'), 'systemd/user');
}

function service({ command, variables }: Job): string {
  const lines = Object.entries(variables).map(([name, value]) => `Environment=${quoted(`${name}=${value}`, false)}\n`);
  return `# ${mark}
[Unit]
Description=Bring the models of coding tools up to date

[Service]
Type=oneshot
${lines.join('')}ExecStart=${command.map((word) => quoted(word, true)).join(' ')}
`;
}

function timer({ often }: Job): string {
  return `# ${mark}
[Unit]
Description=Bring the models of coding tools up to date, ${often}

[Timer]
OnCalendar=${often}
RandomizedDelaySec=${often === 'daily' ? '1h' : '10min'}
Persistent=true

[Install]
WantedBy=timers.target
`;
}

/** In a unit "%" begins a specifier, and in a command "$" a variable. */
function quoted(word: string, isCommand: boolean): string {
  const text = word
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('%', '%%');
  return `"${isCommand ? text.replaceAll('$', '$$$$') : text}"`;
}
