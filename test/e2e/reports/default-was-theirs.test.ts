import { expect, it } from 'vitest';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

it.each([
  ['claude-code', '.claude/settings.json', '{"theme":"dark","model":"lite"}'],
  ['codex', '.codex/config.toml', 'model = "lite"\n'],
  ['aider', '.aider.conf.yml', 'model: openai/lite\n'],
  ['goose', '.config/goose/config.yaml', 'GOOSE_PROVIDER: a\nGOOSE_MODEL: lite\n'],
  ['pi', '.pi/agent/settings.json', '{"defaultProvider":"modelrack","defaultModel":"lite"}'],
  ['zed', '.config/zed/settings.json', '{"agent":{"default_model":{"provider":"modelrack","model":"lite"}}}'],
  ['crush', '.config/crush/crush.json', '{"models":{"large":{"provider":"modelrack","model":"lite"}}}'],
  ['qwen-code', '.qwen/settings.json', '{"model":{"name":"lite"},"security":{"auth":{"selectedType":"openai"}}}'],
  ['droid', '.factory/settings.json', '{"model":"custom:lite"}'],
  ['kimi', '.kimi-code/config.toml', 'default_model = "lite"\n'],
  [
    'cline',
    '.cline/data/settings/providers.json',
    '{"version":1,"lastUsedProvider":"openai-compatible","providers":{"openai-compatible":{"settings":{"model":"lite"}}}}',
  ],
])('a default that stood there before it was asked for stays after remove: %s', async (tool, file, text) => {
  const { flags } = await openListing();
  const rack = rackWith({ [file]: text });
  await succeed(rack, ['setup', tool, ...flags, '--take-over', '--default', 'lite']);
  await succeed(rack, ['remove']);
  expect(filesOf(rack)).toEqual({ [file]: text });
});

it.each([
  ['claude-code-router', '.claude-code-router/config.json', '{"Router":{"default":"modelrack,lite","think":"a,b"}}'],
  ['copilot', '.copilot/settings.json', '{"model":"modelrack/lite"}'],
  ['qwen-code', '.qwen/settings.json', '{"model":{"name":"lite","baseUrl":"BASE"}}'],
  [
    'cline',
    '.cline/data/settings/providers.json',
    '{"version":1,"providers":{"openai-compatible":{"settings":{"provider":"openai-compatible","baseUrl":"BASE","model":"lite"}}}}',
  ],
])('a pick of the first day that leads to us stays after remove, also beside an edit: %s', async (tool, file, text) => {
  const { baseUrl, flags } = await openListing();
  const before = text.replace('BASE', baseUrl);
  const rack = rackWith({ [file]: before });
  await succeed(rack, ['setup', tool, ...flags, '--take-over']);
  await succeed(rack, ['refresh']);
  rack.write(file, `${rack.read(file)}\n`);
  await succeed(rack, ['remove']);
  expect(JSON.parse(rack.read(file))).toEqual(JSON.parse(before));
});
