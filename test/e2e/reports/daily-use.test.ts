import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { key, keyVariable, makeRack, openGateway } from '../rack.ts';
import { filesOf, listOf, openListing, rackWith, succeed } from './listing.ts';

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
    const server = createServer((request, response) => {
      const isRight = request.headers.authorization === `Bearer ${key}`;
      response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRight ? listOf(['lite']) : refusal));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    // It listens on a port.
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const flags = ['--base-url', baseUrl, '--api-key-env', keyVariable];
    const rack = makeRack();
    if (args[0] !== 'setup') await succeed(rack, ['setup', 'opencode', ...flags]);
    const all = args[0] === 'setup' ? [...args, ...flags] : args;
    const { code, stderr } = await rack.run(all, { env: { [keyVariable]: 'sk-wrong' } });
    expect(code, stderr).toBe(5);
    expect(stderr).not.toContain('base URL');
  },
);
