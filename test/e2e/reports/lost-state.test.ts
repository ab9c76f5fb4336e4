import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

const tools = ['pi', 'opencode', 'claude-code', 'codex', 'goose', 'llm', 'qwen-code', 'aider'];
const losses = [['.local/state'], ['.local/state', '.cache']];
const ours = /modelrack|127\.0\.0\.1|lite|gk_e2e/;

it.each(tools.flatMap((tool) => losses.map((lost) => [tool, lost] as const)))(
  '%s, without %j: remove leaves no half of an entry, and no choice without its gateway',
  async (tool, lost) => {
    const { flags } = await openListing();
    const rack = rackWith({});
    await succeed(rack, ['setup', tool, ...flags, '--default', 'lite', '--take-over']);
    const whole = filesOf(rack);
    for (const folder of lost) rmSync(rack.path(folder), { recursive: true });
    const { code } = await rack.run(['remove']);
    const left = filesOf(rack);
    if (code !== 0) expect(left).toEqual(whole);
    else for (const [name, text] of Object.entries(left)) expect(text, name).not.toMatch(ours);
    // The real pi ends its list with an error about a file of models that has none.
    if (code === 0) expect(Object.keys(left)).not.toContain('.pi/agent/models.json');
  },
);

it('status without a record says so, and neither that there are no models nor that they were never refreshed', async () => {
  const { flags } = await openListing();
  const rack = rackWith({});
  await succeed(rack, ['setup', 'claude-code', 'opencode', ...flags]);
  for (const folder of ['.local/state', '.cache']) rmSync(rack.path(folder), { recursive: true });
  const lost = await rack.run(['status']);
  expect(lost.stdout).toMatch(/^opencode +modelrack/m);
  expect(lost.stdout).not.toMatch(/ 0 |never/);
  expect(lost.stderr).toContain('modelrack refresh');
  await succeed(rack, ['refresh']);
  expect((await rack.run(['status'])).stdout).toMatch(/^opencode +modelrack +5 +no /m);
});
