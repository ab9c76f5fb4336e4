import { pngOf, sendJson, serveGateway, stubKey, type StubGateway } from '@modelrack/client/testing';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { initialize, talk } from './mcp-line.ts';
import { bin, makeRack, type Rack } from './rack.ts';

/** A home in which a connection and its key are stored. */
async function connected(env: Record<string, string> = {}): Promise<{ rack: Rack; stub: StubGateway }> {
  const stub = await serveGateway();
  onTestFinished(() => stub.close());
  const rack = makeRack();
  const { code, stderr } = await rack.run(['setup', 'opencode', '--base-url', stub.apiRoot, '--api-key-stdin'], {
    input: stubKey,
    env,
  });
  expect(code, stderr).toBe(0);
  return { rack, stub };
}

const call = (id: number, name: string, args: object = {}, meta: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...meta },
});

describe('modelrack mcp, line by line', () => {
  it.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'speaks %s',
    async (protocolVersion) => {
      const line = talk(makeRack());
      line.send({ ...initialize, params: { ...initialize.params, protocolVersion } });
      expect((await line.answer(0)).result).toMatchObject({
        protocolVersion,
        serverInfo: { name: 'modelrack' },
        capabilities: { tools: {} },
      });
      expect(await line.close()).toBe(0);
    },
  );

  it('answers an unknown protocol with its own, and an unknown method before anything else', async () => {
    const line = talk(makeRack());
    line.send({ jsonrpc: '2.0', id: 7, method: 'server/discover', params: {} });
    expect((await line.answer(7)).error).toMatchObject({ code: -32601 });
    line.send({ ...initialize, params: { ...initialize.params, protocolVersion: '1999-01-01' } });
    expect((await line.answer(0)).result.protocolVersion).toBe('2025-11-25');
  });

  it('goes on after a broken line, an empty one, and news of calls that it does not know', async () => {
    const { rack } = await connected();
    const line = talk(rack);
    line.send('{"jsonrpc":"2.0","id":1,');
    line.send('');
    line.send('no JSON at all');
    line.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}');
    line.send(initialize);
    line.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    line.send(call(1, 'list_models', { kind: 'video' }));
    expect((await line.answer(1)).result.structuredContent).toEqual({
      models: [{ id: 'openai/sora-3', kind: 'video' }],
      total: 1,
    });
    line.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    line.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
    expect(await line.answer(2)).toMatchObject({ result: {} });
  });

  it('finds connection and key under HOME with six variables, and writes under HOME', async () => {
    const { rack } = await connected();
    const line = talk(rack);
    line.send(initialize);
    line.send(call(1, 'image_generate', { prompt: 'a lighthouse' }));
    const { path } = (await line.answer(1)).result.structuredContent;
    expect(dirname(path)).toBe(rack.path('.local/share/modelrack/media'));
    expect(readFileSync(path)).toEqual(pngOf(8, 8));
  });

  it('finds them where a variable moved them, by its arguments', async () => {
    const moved = makeRack().path('moved');
    const { rack } = await connected({ XDG_CONFIG_HOME: moved });
    const lost = talk(rack);
    lost.send(initialize);
    lost.send(call(1, 'list_models'));
    expect((await lost.answer(1)).result).toMatchObject({ isError: true });
    const found = talk(rack, { args: ['--config-home', moved] });
    found.send(initialize);
    found.send(call(1, 'list_models'));
    expect((await found.answer(1)).result.structuredContent.total).toBe(8);
  });

  it.each(['${MODELRACK_API_KEY}', '$MODELRACK_API_KEY', '{env:MODELRACK_API_KEY}', '%MODELRACK_API_KEY%', ''])(
    'takes the key %j for a missing one, and says so',
    async (reference) => {
      const stub = await serveGateway();
      onTestFinished(() => stub.close());
      const rack = makeRack();
      const variables = { MODELRACK_API_KEY: stubKey };
      await rack.run(['setup', 'opencode', '--base-url', stub.apiRoot], { env: variables });
      const line = talk(rack, { env: { MODELRACK_API_KEY: reference } });
      line.send(initialize);
      line.send(call(1, 'list_models'));
      const { result } = await line.answer(1);
      expect(result).toMatchObject({ isError: true });
      expect(result.content[0].text).toMatch(/variable MODELRACK_API_KEY (?:is empty or not set|contains a reference)/);
      expect(stub.requests.filter(({ headers }) => headers.authorization !== `Bearer ${stubKey}`)).toEqual([]);
    },
  );

  it('answers calls beside each other, each for itself', async () => {
    const { rack, stub } = await connected();
    const slow: (() => void)[] = [];
    stub.on('POST /audio/speech', (_, response) => slow.push(() => response.writeHead(500).end()));
    const line = talk(rack);
    line.send(initialize);
    line.send(call(1, 'speech', { text: 'slow' }));
    for (let id = 2; id < 12; id++) line.send(call(id, 'chat', { prompt: `question ${id}` }));
    for (let id = 2; id < 12; id++) expect((await line.answer(id)).result.structuredContent.text).toBe('Hello there');
    for (const finish of slow) finish();
    expect((await line.answer(1)).result.isError).toBe(true);
  });

  it('gives no answer to a cancelled call, and goes on', async () => {
    const { rack, stub } = await connected();
    const line = talk(rack);
    const closed = new Promise<void>((resolve) => {
      stub.on('POST /chat/completions', (_, response) => {
        response.on('close', () => resolve());
        line.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } });
      });
    });
    line.send(initialize);
    line.send(call(1, 'chat', { prompt: 'x' }));
    await closed;
    line.send(call(2, 'list_models'));
    await line.answer(2);
    expect(line.lines().map((text) => JSON.parse(text).id)).toEqual([0, 2]);
  });

  it('writes nothing but the protocol, and never the key', async () => {
    const { rack, stub } = await connected();
    stub.on('POST /embeddings', (_, response) => sendJson(response, { error: { message: `no ${stubKey}` } }, 400));
    const line = talk(rack);
    line.send(initialize);
    line.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    line.send(call(2, 'embed', { input: 'x' }));
    line.send(call(3, 'nothing'));
    line.send(call(4, 'chat', { prompt: 1 }));
    for (const id of [1, 2, 3, 4]) await line.answer(id);
    expect(await line.close()).toBe(0);
    for (const text of line.lines()) expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0' });
    expect(line.lines()).toHaveLength(5);
    expect(line.lines().join('') + line.stderr()).not.toContain(stubKey);
    expect(line.stderr()).toBe('');
  });
});

describe('its end', () => {
  it('comes when standard input is closed, even in the middle of a call', async () => {
    const { rack, stub } = await connected();
    const line = talk(rack);
    const asked = new Promise<void>((resolve) => stub.on('POST /images/generations', () => resolve()));
    line.send(initialize);
    line.send(call(1, 'image_generate', { prompt: 'x' }));
    await asked;
    expect(await line.close()).toBe(0);
  });

  it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)('comes with %s', async (signal) => {
    const line = talk(makeRack());
    line.send(initialize);
    await line.answer(0);
    expect(await line.kill(signal)).toBe(0);
    expect(line.stderr()).toBe('');
  });
});

describe('what it loads', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const dist = dirname(bin);
  const isOfServer = (file: string) => readFileSync(join(dist, file), 'utf8').includes('notifications/cancelled');

  it('is one megabyte at most, and of no concern to other commands', async () => {
    const rack = makeRack();
    rack.write(
      'loaded.cjs',
      "process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, Object.keys(require.cache).join('\\n')));",
    );
    const loadedBy = async (args: readonly string[]) => {
      const file = rack.path('loaded.txt');
      await rack.run(args, {
        env: { NODE_OPTIONS: `--require ${rack.path('loaded.cjs')}`, LOADED: file },
        input: `${[initialize, ping].map((message) => JSON.stringify(message)).join('\n')}\n`,
      });
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter((path) => path.startsWith(dist));
    };
    const served = await loadedBy(['mcp']);
    expect(served.some((path) => isOfServer(path.slice(dist.length + 1)))).toBe(true);
    const bytes = served.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes).toBeLessThanOrEqual(2 ** 20);
    const all = readdirSync(dist).filter((file) => file.endsWith('.js') && isOfServer(file));
    expect(all.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0)).toBeLessThanOrEqual(2 ** 20);
    for (const args of [['--help'], ['list'], ['tools'], ['setup', '--yes']]) {
      const loaded = await loadedBy(args);
      expect(loaded.length).toBeGreaterThan(0);
      expect(loaded.filter((path) => isOfServer(path.slice(dist.length + 1)))).toEqual([]);
    }
    expect(existsSync(rack.path('.local/share/modelrack/media'))).toBe(false);
  });
});
