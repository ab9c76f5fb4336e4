import { expect, it } from 'vitest';
import { openListing, rackWith, succeed } from './listing.ts';

const modes = [['status'], ['tools'], ['setup', 'opencode', 'pi'], ['refresh'], ['remove', '--gateway', 'modelrack']];

it.skipIf(process.platform === 'win32').each(modes)(
  'paths below the home folder are told from it: %s',
  async (...args) => {
    const { flags } = await openListing();
    const rack = rackWith({});
    if (args[0] !== 'setup') await succeed(rack, ['setup', 'opencode', 'pi', ...flags]);
    const { code, stdout } = await rack.run(args[0] === 'setup' ? [...args, ...flags] : args);
    expect(code).toBe(0);
    expect(stdout).not.toContain(rack.home);
    expect(stdout).toContain('~/.config/opencode/opencode.json');
  },
);

it('of two gateways, list and refresh say which one each table is about', async () => {
  const [first, second] = [await openListing(), await openListing()];
  const rack = rackWith({});
  await succeed(rack, ['setup', 'opencode', ...first.flags]);
  await succeed(rack, ['setup', 'opencode', '--gateway', 'second', ...second.flags]);
  const list = await rack.run(['list']);
  expect(list.stdout + list.stderr).toContain(first.baseUrl);
  expect(list.stdout + list.stderr).not.toContain(second.baseUrl);
  const { stdout, stderr } = await rack.run(['refresh']);
  for (const { baseUrl } of [first, second]) expect(stdout + stderr).toContain(baseUrl);
});

it('what one gateway alone is set up for needs no name', async () => {
  const { baseUrl, flags } = await openListing();
  const rack = rackWith({});
  await succeed(rack, ['setup', 'opencode', ...flags]);
  const { stdout, stderr } = await rack.run(['list']);
  expect(stdout + stderr).not.toContain(baseUrl);
});
