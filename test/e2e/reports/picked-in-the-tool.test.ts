import { expect, it } from 'vitest';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

const json = (change: (settings: Record<string, unknown>) => object) => (text: string) =>
  `${JSON.stringify(change(JSON.parse(text)), null, 2)}\n`;

/** What the tool itself writes once `openai/gpt-5` is picked in it. */
const picks: readonly (readonly [tool: string, file: string, own: string, pick: (text: string) => string])[] = [
  [
    'claude-code',
    '.claude/settings.json',
    '{\n  "theme": "dark"\n}\n',
    json((settings) => ({ ...settings, model: 'openai/gpt-5' })),
  ],
  [
    'codex',
    '.codex/config.toml',
    'approval_policy = "never"\n',
    (text) => text.replace(/^model = ".*"$/m, 'model = "openai/gpt-5"'),
  ],
  [
    'kimi',
    '.kimi-code/config.toml',
    'telemetry = false\n',
    (text) => `default_model = "openai/gpt-5"\n${text.replace(/^default_model.*\n/m, '')}`,
  ],
  [
    'droid',
    '.factory/settings.json',
    '{\n  "autonomyLevel": "low"\n}\n',
    json((settings) => ({ ...settings, model: 'custom:openai/gpt-5' })),
  ],
];

it.each(picks)(
  'a model of ours that was picked in %s goes when its gateway is removed',
  async (tool, file, own, pick) => {
    const { flags } = await openListing();
    const rack = rackWith({ [file]: own });
    await succeed(rack, ['setup', tool, ...flags, '--take-over']);
    const written = rack.read(file);
    rack.write(file, pick(written));
    expect(rack.read(file)).not.toBe(written);
    await succeed(rack, ['remove', tool]);
    expect(filesOf(rack)).toEqual({ [file]: own });
  },
);

it.each(picks)('and gives back the one that %s had before us', async (tool, file, own, pick) => {
  const { flags } = await openListing();
  const rack = rackWith({ [file]: own });
  await succeed(rack, ['setup', tool, ...flags, '--take-over', '--default', 'lite']);
  rack.write(file, pick(rack.read(file)));
  await succeed(rack, ['refresh']);
  await succeed(rack, ['remove', tool]);
  expect(filesOf(rack)).toEqual({ [file]: own });
});
