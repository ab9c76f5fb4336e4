import { expect, it } from 'vitest';
import { keyVariable } from '../rack.ts';
import { sit } from '../sit.ts';
import { listOf, openListing, rackWith } from './listing.ts';

it.skipIf(process.platform === 'win32')(
  'before the last question stands a page, not the whole of every file',
  { timeout: 120_000 },
  async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `maker-${index % 9}/model-${index}`);
    const { baseUrl } = await openListing(listOf(ids));
    const rack = rackWith({});
    const tools = 'opencode pi codex qwen-code';
    const terminal = sit(rack, `setup ${tools} --base-url ${baseUrl} --api-key-env ${keyVariable}`);
    for (let presses = 0; presses < 6 && !/Write these changes\?/.test(terminal.screen()); presses += 1) {
      await terminal.settle();
      if (!/Write these changes\?/.test(terminal.screen())) await terminal.press('Enter');
    }
    const lines = (await terminal.waitFor('Write these changes?', 30_000)).split('\n');
    expect(lines.findIndex((line) => line.includes('Write these changes?'))).toBeLessThanOrEqual(60);
  },
);
