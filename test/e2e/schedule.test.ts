import { chmodSync, existsSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTerminal } from '../tools/harness/terminal.ts';
import { bin, picture, setUpRack, type Rack } from './rack.ts';
import { see } from './sit.ts';

const units = '.config/systemd/user/modelrack-refresh';

interface Document {
  readonly status: string;
  readonly scheduler: string;
  readonly files: readonly { readonly path: string; readonly action: string; readonly diff?: string }[];
  readonly calls: readonly (readonly string[])[];
  readonly notes: readonly string[];
  readonly error?: { readonly code: string; readonly path: string };
}

/** Programs of a system that only note what they are asked, on a PATH without anything else. */
async function withPrograms(programs: Readonly<Record<string, string>>) {
  const { rack } = await setUpRack();
  for (const [name, body] of Object.entries(programs)) {
    rack.write(`bin/${name}`, `#!/bin/sh\n${body}\n`);
    chmodSync(rack.path(`bin/${name}`), 0o755);
  }
  const env = { PATH: rack.path('bin'), TABLE: rack.path('table'), CALLS: rack.path('calls') };
  rack.write('calls', '');
  return {
    rack,
    env,
    run: (...args: readonly string[]) => rack.run(args, { env }),
    json: (...args: readonly string[]) => rack.json<Document>(args, { env }),
    calls: () => rack.read('calls').split('\n').slice(0, -1),
    /** All but what the stand-ins and the cache keep. */
    home: () => pictureOf(rack),
  };
}

function pictureOf(rack: Rack) {
  const isLasting = ([file]: readonly [string, string]) =>
    !/^\/(?:bin|\.cache|calls|table|work)(?:\/|$)/.test(file.slice(rack.home.length));
  return Object.fromEntries(Object.entries(picture(rack.home)).filter(isLasting));
}

const systemctl = { systemctl: 'echo "$*" >> "$CALLS"' };
const asked = '--user show -p Version';
const crontab = {
  crontab: `case "$1" in
-l) if [ -e "$TABLE" ]; then /bin/cat "$TABLE"; else echo "no crontab for jo" >&2; exit 1; fi ;;
-r) /bin/rm "$TABLE" ;;
*) /bin/cp "$1" "$TABLE" ;;
esac`,
};

it('says of the last refresh how long ago it was, as the status does', async () => {
  const { rack } = await setUpRack();
  expect((await rack.run(['refresh'])).code).toBe(0);
  const { stdout } = await rack.run(['schedule', 'status']);
  expect(stdout).toMatch(/^Last refresh of modelrack: \d+ (?:second|minute)s? ago$/m);
});

describe.skipIf(process.platform !== 'linux')('a schedule by systemd', () => {
  it('is shown first, written once, and leaves nothing', async () => {
    const { run, json, rack, calls, home } = await withPrograms(systemctl);
    const before = home();
    const check = await run('schedule', 'on', '--check');
    expect(check.code).toBe(7);
    expect(check.stdout).toContain('+OnCalendar=daily\n');
    expect(check.stdout).toContain('$ systemctl --user enable --now modelrack-refresh.timer\n');
    expect(home()).toEqual(before);
    expect(calls()).toEqual([asked]);
    const on = await json('schedule', 'on', '--yes');
    expect(on.code, on.stderr).toBe(0);
    expect(on.document).toMatchObject({
      status: 'written',
      scheduler: 'systemd',
      files: [
        { path: rack.path(`${units}.service`), action: 'created' },
        { path: rack.path(`${units}.timer`), action: 'created' },
      ],
    });
    expect(on.document.notes.join()).toContain('$E2E_GATEWAY_KEY');
    expect(calls().slice(2)).toEqual(['--user daemon-reload', '--user enable --now modelrack-refresh.timer']);
    const [, node, command] = /ExecStart="([^"]+)" "([^"]+)" "refresh"/.exec(rack.read(`${units}.service`)) ?? [];
    expect([existsSync(node ?? ''), existsSync(command ?? '')]).toEqual([true, true]);
    expect((await json('schedule', 'on')).document.status).toBe('unchanged');
    expect((await run('schedule')).stdout).toContain('On: daily, by a systemd user timer.\n');
    expect((await json('schedule', 'on', '--every', 'hourly')).document.files).toHaveLength(1);
    expect(rack.read(`${units}.timer`)).toContain('OnCalendar=hourly\n');
    expect((await run('schedule', 'off')).code).toBe(0);
    expect(calls().at(-2)).toBe('--user disable --now modelrack-refresh.timer');
    expect(home()).toEqual(before);
    expect((await json('schedule', 'off')).document.status).toBe('unchanged');
  });

  it('goes with the last tool', async () => {
    const { run, rack, calls } = await withPrograms(systemctl);
    await run('schedule', 'on');
    await run('setup', 'pi');
    await run('remove', 'pi');
    expect(rack.has(`${units}.timer`)).toBe(true);
    const { code, stdout } = await run('remove');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing is refreshed on a schedule any more.')]);
    expect(rack.has('.config/systemd')).toBe(false);
    expect(rack.has('.local/share/modelrack')).toBe(false);
    expect(calls()).toContain('--user disable --now modelrack-refresh.timer');
  });

  it('does not touch a file that somebody wrote or changed', async () => {
    const { run, json, rack } = await withPrograms(systemctl);
    rack.write(`${units}.timer`, '[Timer]\nOnCalendar=weekly\n');
    const theirs = await json('schedule', 'on');
    expect([theirs.code, theirs.document.error?.code]).toEqual([3, 'file-not-ours']);
    expect(rack.has(`${units}.service`)).toBe(false);
    rmSync(rack.path(`${units}.timer`));
    expect((await run('schedule', 'on')).code).toBe(0);
    rack.write(`${units}.timer`, `${rack.read(`${units}.timer`)}# mine\n`);
    const changed = await json('schedule', 'off');
    expect([changed.code, changed.document.error?.path]).toEqual([3, rack.path(`${units}.timer`)]);
    expect(rack.read(`${units}.timer`)).toContain('# mine');
  });

  it('is taken back where the system refuses it', async () => {
    const refusing = { systemctl: 'echo "$*" >> "$CALLS"; case "$*" in *enable*) exit 1 ;; esac' };
    const { run, home } = await withPrograms(refusing);
    const before = home();
    const { code, stderr } = await run('schedule', 'on');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('systemctl --user enable --now modelrack-refresh.timer'),
    ]);
    expect(home()).toEqual(before);
  });

  it('is asked about at a terminal, and written by a yes only', async () => {
    const { rack, env } = await withPrograms(systemctl);
    const variables = () => ({ HOME: rack.home, TERM: 'xterm-256color', ...env });
    const terminal = openTerminal(process.execPath, [bin, 'schedule', 'on'], {
      home: { project: rack.path('work'), variables },
    });
    const page = await see(terminal, 'Refresh daily from now on?');
    expect(page).toContain('+OnCalendar=daily');
    await terminal.type('n');
    await terminal.press('Enter');
    await see(terminal, /now on\? No/i);
    expect(rack.has(`${units}.timer`)).toBe(false);
    await terminal.close();
  });
});

describe.skipIf(process.platform !== 'linux')('a schedule by cron', () => {
  it.each([undefined, '# mine\n0 5 * * * backup\n'])('stands below what is there: %j', async (table) => {
    const { run, json, rack } = await withPrograms(crontab);
    if (table !== undefined) rack.write('table', table);
    const { code, document, stderr } = await json('schedule', 'on', '--every', 'hourly');
    expect([code, document.scheduler], stderr).toEqual([0, 'cron']);
    const on = rack.read('table');
    expect(on.startsWith(table ?? '')).toBe(true);
    expect(on.slice(table?.length ?? 0)).toMatch(/^# .*\n17 \* \* \* \* .*modelrack\.js refresh .*\n$/);
    expect((await run('schedule', 'on')).stdout).toContain('daily');
    expect((await run('schedule', 'off')).code).toBe(0);
    expect(rack.has('table') ? rack.read('table') : undefined).toBe(table);
  });

  it('is not written into a table that cannot be read', async () => {
    const { json } = await withPrograms({ crontab: 'echo "you may not" >&2; exit 1' });
    const { code, document } = await json('schedule', 'on');
    expect([code, document.error?.code]).toEqual([3, 'file-unreadable']);
  });
});

describe.skipIf(process.platform !== 'linux')('a schedule', () => {
  it('needs a system that has one', async () => {
    const { run } = await withPrograms({});
    const { code, stderr } = await run('schedule', 'on');
    expect([code, stderr]).toEqual([2, expect.stringContaining('modelrack refresh --if-older 24h')]);
    expect(await run('schedule', 'off')).toMatchObject({ code: 0, stdout: 'Regular refreshes are already off.\n' });
  });
});
