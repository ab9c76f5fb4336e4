import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { key, keyVariable, makeRack, openGateway } from '../rack.ts';
import { filesOf, listOf, openListing, rackWith, succeed } from './listing.ts';

/** A server that answers with a status and a document; the flags that name it. */
async function serve(answer: (request: IncomingMessage) => [status: number, body: object]): Promise<string[]> {
  const server = createServer((request, response) => {
    const [status, body] = answer(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return ['--base-url', `http://127.0.0.1:${port}/v1`, '--api-key-env', keyVariable];
}

it.each(['kimi', 'codex', 'mistral-vibe'])(
  'an id of absurd length keeps no other model out of a TOML file: %s',
  async (tool) => {
    const listing = await openListing(listOf(['lite']));
    const rack = rackWith({});
    await succeed(rack, ['setup', tool, ...listing.flags]);
    listing.list = listOf(['lite', `x/${'a'.repeat(2 ** 20)}`, 'came/later']);
    await succeed(rack, ['refresh']);
    const own = Object.entries(filesOf(rack)).filter(([name]) => !name.startsWith('.local/'));
    expect(own.some(([, text]) => text.includes('came/later'))).toBe(true);
  },
);

it('each slot of Claude Code gets the model of its name, not the first by its letters', async () => {
  const { flags } = await openListing(listOf(['claude-haiku-4.5', 'claude-opus-4.1', 'claude-sonnet-4.5', 'kimi-k3']));
  const rack = rackWith({ '.claude/settings.json': '{}\n' });
  await succeed(rack, ['setup', 'claude-code', ...flags]);
  expect(JSON.parse(rack.read('.claude/settings.json')).env).toMatchObject({
    ANTHROPIC_DEFAULT_OPUS_MODEL: 'claude-opus-4.1',
    ANTHROPIC_DEFAULT_SONNET_MODEL: 'claude-sonnet-4.5',
    ANTHROPIC_DEFAULT_HAIKU_MODEL: 'claude-haiku-4.5',
  });
});

it.each(['claude-code', 'codex'])(
  'a gateway that lacks what %s speaks: the command in the hint exists',
  async (tool) => {
    const { baseUrl } = await openGateway({ wires: ['chat'] });
    const rack = makeRack();
    const { code, stderr } = await rack.run(['setup', tool, '--base-url', baseUrl, '--api-key-env', keyVariable]);
    expect(code).not.toBe(0);
    const [, named = ''] = /modelrack ([a-z]+)/.exec(stderr.slice(stderr.indexOf('->'))) ?? [];
    const help = await rack.run([named, '--help']);
    expect(help.code, `${stderr}${help.stderr}`).toBe(0);
    expect(help.stdout).toContain(`modelrack ${named}`);
  },
);

it.each([['setup', 'opencode'], ['refresh'], ['list']])(
  'a wrong key at LiteLLM without a database is a refused key, not a wrong address: %s',
  async (...args) => {
    const refusal = { error: { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' } };
    const flags = await serve(({ headers }) =>
      headers.authorization === `Bearer ${key}` ? [200, listOf(['lite'])] : [400, refusal],
    );
    const rack = makeRack();
    if (args[0] !== 'setup') await succeed(rack, ['setup', 'opencode', ...flags]);
    const all = args[0] === 'setup' ? [...args, ...flags] : args;
    const { code, stderr } = await rack.run(all, { env: { [keyVariable]: 'sk-wrong' } });
    expect(code, stderr).toBe(5);
    expect(stderr).not.toContain('base URL');
  },
);

it('what LiteLLM states elsewhere is asked for there: windows, and that images are taken', async () => {
  const about = [
    { model_name: 'lite', model_info: { mode: 'chat', max_input_tokens: 200_000, supports_vision: true } },
    { model_name: 'house/text', model_info: { mode: 'chat', max_input_tokens: 100_000, supports_vision: false } },
  ];
  const bare = about.map(({ model_name: id }) => ({ id, object: 'model', created: 1_677_610_602, owned_by: 'openai' }));
  const flags = await serve(({ method, url = '' }) => {
    if (method === 'POST') return [400, {}];
    if (url.startsWith('/v1/models')) return [200, { object: 'list', data: bare }];
    return url.endsWith('/model/info') ? [200, { data: about }] : [404, {}];
  });
  const rack = rackWith({});
  await succeed(rack, ['setup', 'opencode', 'zed', ...flags]);
  const { models } = JSON.parse(rack.read('.config/opencode/opencode.json')).provider.modelrack;
  expect(models.lite.modalities?.input ?? []).toContain('image');
  expect(models['house/text'].modalities?.input ?? []).not.toContain('image');
  const { available_models: inZed } = JSON.parse(rack.read('.config/zed/settings.json')).language_models
    .openai_compatible.modelrack;
  expect(inZed.map((model: { max_tokens: number }) => model.max_tokens)).toEqual([200_000, 100_000]);
});

it('a gateway that wants a header of its own is not taken for a wrong address', async () => {
  const message = 'Either x-portkey-config or x-portkey-provider header is required';
  const flags = await serve(() => [400, { status: 'failure', message }]);
  const { code, stderr } = await makeRack().run(['setup', 'opencode', ...flags]);
  expect(code).not.toBe(0);
  expect(stderr).not.toContain('check the base URL');
  expect(stderr.slice(stderr.indexOf('->'))).toContain('x-portkey-provider');
});
