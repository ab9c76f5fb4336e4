import { expect, it } from 'vitest';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

it('a connection in use gets another name by the commands that the refusal names, and each tool stays as it was', async () => {
  const { flags } = await openListing();
  const rack = rackWith({});
  await succeed(rack, ['setup', 'opencode', 'pi', '--gateway', 'second', ...flags, '--models', '*/*']);
  await succeed(rack, ['setup', 'zed', '--gateway', 'second', ...flags, '--default', 'lite']);
  await succeed(rack, [
    'setup',
    'crush',
    '--gateway',
    'second',
    ...flags,
    '--config-file',
    rack.path('else/crush.json'),
  ]);
  const before = filesOf(rack);
  const { code, stderr } = await rack.run(['connections', 'rename', 'second', 'third']);
  expect(code).toBe(2);
  const commands = stderr.slice(stderr.indexOf('->')).match(/modelrack [^;\n]+/g) ?? [];
  expect(commands.length).toBeGreaterThan(1);
  for (const line of commands) {
    const words = line.replaceAll("'", '').replaceAll('~', rack.home).split(' ');
    await succeed(rack, words.slice(1));
  }
  const other = (text: string) => text.replaceAll('second', 'third');
  const renamed = Object.fromEntries(Object.entries(before).map(([name, text]) => [other(name), other(text)]));
  const after = filesOf(rack);
  for (const name of [
    '.config/opencode/opencode.json',
    '.pi/agent/models.json',
    '.config/zed/settings.json',
    'else/crush.json',
  ])
    expect(after[name], name).toBe(renamed[name]);
  expect(Object.keys(after).toSorted()).toEqual(Object.keys(renamed).toSorted());
  expect((await rack.run(['connections'])).stdout).not.toContain('second');
});
