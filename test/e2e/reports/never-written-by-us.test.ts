import { expect, it } from 'vitest';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

it('remove on a machine where nothing was ever set up leaves empty containers alone', async () => {
  const files = {
    '.config/crush/crush.json': '{"providers":{},"options":{"x":1}}',
    '.config/zed/settings.json': '{ "language_models": {}, "x": 1 }',
    '.copilot/providers.json': '{"providers":[],"models":[],"x":1}',
    '.claude/settings.json': '{"env":{},"modelPicker":{"options":[]}}',
    '.codex/config.toml': '[model_providers]\n',
  };
  const rack = rackWith(files);
  await succeed(rack, ['remove']);
  expect(filesOf(rack)).toEqual(files);
});

it('a second remove leaves alone what was made by hand for the same gateway', async () => {
  const { baseUrl, flags } = await openListing();
  const files = {
    '.aider.conf.yml': `openai-api-base: ${baseUrl}\nopenai-api-key: sk-test-mine\nmodel: openai/lite\n`,
    '.claude/settings.json': `{"model":"lite","env":{"ANTHROPIC_BASE_URL":"${baseUrl.slice(0, -3)}","ANTHROPIC_AUTH_TOKEN":"sk-test-mine"},"modelPicker":{"options":[{"model":"lite"}]}}`,
    '.cline/data/settings/providers.json': `{"version":1,"lastUsedProvider":"openai-compatible","providers":{"openai-compatible":{"settings":{"provider":"openai-compatible","baseUrl":"${baseUrl}","apiKey":"sk-test-mine","model":"lite"}}}}`,
    '.qwen/settings.json': `{"modelProviders":{"openai":[{"id":"lite","baseUrl":"${baseUrl}","envKey":"MY_KEY"}]}}`,
  };
  const rack = rackWith(files);
  await succeed(rack, ['setup', 'opencode', ...flags]);
  await succeed(rack, ['remove']);
  await succeed(rack, ['remove']);
  expect(filesOf(rack)).toEqual(files);
});
