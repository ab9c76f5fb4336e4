import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineOf, type Machine } from '@modelrack/setup';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cron } from './cron.ts';
import { launchd } from './launchd.ts';
import { mark, type Job } from './scheduler.ts';
import { systemd } from './systemd.ts';
import { taskScheduler } from './task-scheduler.ts';

const real = machineOf(process);
const at = (platform: Machine['platform'], home: string, variables: Machine['variables'] = {}): Machine => ({
  ...real,
  platform,
  home,
  variables,
});
const job: Job = {
  command: ['/opt/no de/bin/node', '/home/jo 100%/$x/modelrack.js', 'refresh', '--quiet'],
  often: 'daily',
  variables: { XDG_CONFIG_HOME: '/home/jo/my "own" config' },
};
const windowsJob: Job = {
  ...job,
  command: [String.raw`C:\Program Files\nodejs\node.exe`, String.raw`C:\Jo & Co\modelrack.js`, 'refresh'],
};

describe('systemd', () => {
  const linux = at('linux', '/home/jo');
  const files = systemd.files(linux, job);

  it('has a service and a timer among the units of the user', () => {
    expect(Object.keys(files)).toEqual([
      '/home/jo/.config/systemd/user/modelrack-refresh.service',
      '/home/jo/.config/systemd/user/modelrack-refresh.timer',
    ]);
    const moved = systemd.files(at('linux', '/home/jo', { XDG_CONFIG_HOME: '/else' }), job);
    expect(Object.keys(moved)[0]).toBe('/else/systemd/user/modelrack-refresh.service');
  });

  it('escapes what means something in a unit', () => {
    const service = Object.values(files)[0];
    expect(service).toContain(
      String.raw`ExecStart="/opt/no de/bin/node" "/home/jo 100%%/$$x/modelrack.js" "refresh" "--quiet"`,
    );
    expect(service).toContain(String.raw`Environment="XDG_CONFIG_HOME=/home/jo/my \"own\" config"`);
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('is what systemd itself accepts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'modelrack-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    // It looks whether the program is there.
    const runnable = { ...job, command: [process.execPath, ...job.command.slice(1)] };
    const paths = Object.entries(systemd.files(linux, runnable)).map(([path, text]) => {
      const file = join(folder, path.split('/').at(-1) ?? '');
      writeFileSync(file, text);
      return file;
    });
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('modelrack'))).toEqual([]);
    expect(status).toBe(0);
  });

  it.each(['hourly', 'daily'] as const)('starts %s', (often) => {
    expect(systemd.files(linux, { ...job, often })[Object.keys(files)[1] ?? '']).toContain(`OnCalendar=${often}\n`);
  });
});

describe('launchd', () => {
  const mac = at('darwin', '/Users/jo');

  it('has an agent of the user', () => {
    const [[path, text] = []] = Object.entries(launchd.files(mac, { ...job, command: ['/a & b/node', '<x>'] }));
    expect(path).toBe('/Users/jo/Library/LaunchAgents/modelrack.refresh.plist');
    expect(text).toContain('<string>/a &amp; b/node</string>\n    <string>&lt;x&gt;</string>');
    expect(text).toContain('<key>StartInterval</key>\n  <integer>86400</integer>');
    expect(text).toContain('<key>XDG_CONFIG_HOME</key>\n    <string>/home/jo/my &quot;own&quot; config</string>');
    expect(text).toContain(mark);
  });

  it('is started and stopped for the user who is there', () => {
    const domain = `gui/${process.getuid?.() ?? 0}`;
    expect(launchd.start(mac)).toEqual([
      ['launchctl', 'bootstrap', domain, '/Users/jo/Library/LaunchAgents/modelrack.refresh.plist'],
    ]);
    expect(launchd.stop(mac)).toEqual([['launchctl', 'bootout', `${domain}/modelrack.refresh`]]);
  });
});

describe('the Task Scheduler', () => {
  const windows = at('win32', String.raw`C:\Users\Jo`, { LOCALAPPDATA: String.raw`C:\Users\Jo\AppData\Local` });
  const file = String.raw`C:\Users\Jo\AppData\Local\modelrack\modelrack-refresh.xml`;

  it('gets a task from a file in UTF-16', () => {
    expect(taskScheduler.encoding).toBe('utf-16');
    const text = taskScheduler.files(windows, windowsJob)[file];
    expect(text).toContain('<?xml version="1.0" encoding="UTF-16"?>\r\n');
    expect(text).toContain(
      String.raw`<Arguments>--headless &quot;C:\Program Files\nodejs\node.exe&quot; &quot;C:\Jo &amp; Co\modelrack.js&quot; &quot;refresh&quot;</Arguments>`,
    );
    expect(text).not.toContain('<Repetition>');
    expect(taskScheduler.files(windows, { ...windowsJob, often: 'hourly' })[file]).toContain(
      '<Interval>PT1H</Interval>',
    );
  });

  it('is called with what it knows', () => {
    expect(taskScheduler.start(windows)).toEqual([
      ['schtasks', '/Create', '/TN', 'modelrack-refresh', '/XML', file, '/F'],
    ]);
    expect(taskScheduler.stop(windows)).toEqual([['schtasks', '/Delete', '/TN', 'modelrack-refresh', '/F']]);
  });
});

describe('cron', () => {
  const { table } = cron;

  it('gets one line, quoted for the shell and for cron', () => {
    expect(table?.with('', job)).toBe(
      `# ${mark}\n` +
        String.raw`17 9 * * * XDG_CONFIG_HOME='/home/jo/my "own" config' '/opt/no de/bin/node' '/home/jo 100\%/$x/modelrack.js' refresh --quiet >/dev/null 2>&1` +
        '\n',
    );
    expect(table?.with('', { ...job, often: 'hourly' })).toContain('\n17 * * * * ');
  });

  it.each(['', '0 5 * * * backup\n', '# mine\n\n@daily x\n', 'MAILTO=me\n'])('gives back %j', (text) => {
    const twice = table?.with(table.with(text, job), { ...job, often: 'hourly' }) ?? '';
    expect(twice.split(mark)).toHaveLength(2);
    expect(table?.without(twice)).toBe(text);
  });

  it('leaves what was written since below and above it, and a line of the user’s in its place', () => {
    const on = table?.with('one\n', job) ?? '';
    expect(table?.without(`zero\n${on}two\n`)).toBe('zero\none\ntwo\n');
    expect(table?.without(`# ${mark}\n5 5 * * * mine\n`)).toBe('5 5 * * * mine\n');
  });
});
