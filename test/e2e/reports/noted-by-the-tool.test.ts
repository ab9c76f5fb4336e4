import { expect, it } from 'vitest';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

const noted = '.claude/plugins/installed_plugins.json';

it('what Claude Code noted of us does not make it a tool that is set up, once that was undone', async () => {
  const { flags } = await openListing();
  const own = { '.claude/settings.json': '{\n  "theme": "dark"\n}\n' };
  const rack = rackWith(own);
  await succeed(rack, ['setup', 'claude-code', 'opencode', ...flags]);
  // As it does at its first start.
  const plugin = { scope: 'user', version: '0.1.0', installedAt: '2026-11-28T04:29:00.692Z' };
  rack.write(noted, JSON.stringify({ version: 2, plugins: { 'modelrack@modelrack': [plugin] } }));
  await succeed(rack, ['refresh', '--exclude', 'openai/*']);
  for (const _ of [1, 2, 3]) await rack.run(['undo']);
  const undone = filesOf(rack)['.claude/settings.json'];
  expect(undone).toBe(own['.claude/settings.json']);
  await rack.run(['refresh']);
  expect(filesOf(rack)['.claude/settings.json']).toBe(undone);
});
