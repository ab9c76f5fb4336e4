import { expect, it } from 'vitest';
import { filesOf, fixture, openListing, rackWith, succeed } from './listing.ts';

const own: Record<string, [file: string, text: (baseUrl: string) => string]> = {
  aider: [
    '.aider.conf.yml',
    (baseUrl) => `openai-api-base: ${baseUrl}\nopenai-api-key: sk-test-mine\nmodel: openai/lite\n`,
  ],
  'claude-code': [
    '.claude/settings.json',
    (baseUrl) =>
      `{"theme":"dark","env":{"ANTHROPIC_BASE_URL":"${baseUrl.slice(0, -3)}","ANTHROPIC_AUTH_TOKEN":"sk-test-mine"}}`,
  ],
  cline: [
    '.cline/data/settings/providers.json',
    (baseUrl) =>
      `{"version":1,"lastUsedProvider":"openai-compatible","providers":{"openai-compatible":{"settings":{"provider":"openai-compatible","baseUrl":"${baseUrl}","apiKey":"sk-test-mine","model":"lite"}}}}`,
  ],
};

// A key whose address is gone goes to the company that the tool calls by itself.
it.each(Object.entries(own))(
  'remove leaves the token of the user its address, for the same gateway: %s',
  async (tool, [file, text]) => {
    const { baseUrl, flags } = await openListing();
    const rack = rackWith({ [file]: text(baseUrl) });
    await rack.run(['setup', tool, ...flags]);
    await succeed(rack, ['remove']);
    expect(filesOf(rack)).toEqual({ [file]: text(baseUrl) });
  },
);

it('remove leaves a slot that the user filled, also beside an edit of theirs', async () => {
  const [file, text] = own['cline'] ?? ['', String];
  const { baseUrl, flags } = await openListing();
  const rack = rackWith({ [file]: text(baseUrl) });
  await succeed(rack, ['setup', 'cline', ...flags]);
  rack.write(file, `${rack.read(file)}\n`);
  await succeed(rack, ['remove']);
  expect(JSON.parse(rack.read(file))).toEqual(JSON.parse(text(baseUrl)));
});

it('adopt-hand-made-block: a block for the same gateway under the same name keeps its own lines', async () => {
  const { baseUrl, flags } = await openListing();
  const file = '.config/opencode/opencode.json';
  const before = fixture('adopt-hand-made-block/before.json').replace('http://127.0.0.1:18473/v1', baseUrl);
  const rack = rackWith({ [file]: before });
  const models = ['--models', 'lite', '--models', 'plus'];
  await succeed(rack, ['setup', 'opencode', '--yes', '--gateway', 'work', ...flags, ...models]);
  expect(rack.read(file)).toContain('"lite"');
  await succeed(rack, ['remove', 'opencode']);
  expect(rack.read(file)).toBe(before);
});
