import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelRow } from '@modelrack/gateway';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyVariable, makeRack, openGateway, picture, setUpRack, type RunDocument } from './rack.ts';

const opencode = '.config/opencode/opencode.json';

/** A gateway whose list the test changes. */
async function changing(ids: readonly string[], tools: readonly string[] = ['opencode']) {
  let rows: readonly ModelRow[] = ids.map((id) => ({ id }));
  const made = await setUpRack({ models: () => rows }, tools);
  return { ...made, serve: (next: readonly string[]) => void (rows = next.map((id) => ({ id }))) };
}

describe('refresh', () => {
  it('and doctor name a pick that left, which Continue keeps by its label', async () => {
    let rows: readonly ModelRow[] = ['Lite', 'Plus', 'Ultra'].map((name) => ({
      id: name.toLowerCase(),
      display_name: `The ${name}`,
    }));
    const { rack } = await setUpRack({ models: () => rows }, ['continue']);
    rack.write('.continue/index/globalContext.json', JSON.stringify({ cliSelectedModel: 'The Plus' }));
    await rack.run(['refresh']);
    rows = rows.filter(({ id }) => id !== 'plus');
    for (const _ of ['at once', 'later']) {
      const { document } = await rack.json<RunDocument>(['refresh']);
      expect(document.tools[0]?.notes.join()).toMatch(/"The Plus".*no longer in the gateway's list: .*--default/);
    }
    const { stdout } = await rack.run(['doctor', 'continue', '--json']);
    expect(stdout).toMatch(/The Plus.*no longer in the gateway's list/);
    const moved = await rack.json<RunDocument>(['setup', 'continue', '--default', 'ultra']);
    expect(moved.document.tools[0]?.notes.join()).not.toContain('Plus');
    rows = rows.filter(({ id }) => id !== 'ultra');
    const { document } = await rack.json<RunDocument>(['refresh']);
    expect(document.tools[0]?.notes).toContain(
      `the default "The Ultra" is no longer in the gateway's list: "The Lite" is the default now`,
    );
  });

  it('says that the list is elsewhere now, and leaves the tools where they lead', async () => {
    let isMoved = false;
    const server = createServer(({ url = '' }, response) => {
      if (isMoved && !url.startsWith('/new')) return void response.writeHead(308, { location: `/new${url}` }).end();
      response.setHeader('content-type', 'application/json').end('{ "data": [{ "id": "lite" }, { "id": "a/one" }] }');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    // A server that listens on a port has an address.
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const rack = makeRack();
    const setUp = await rack.run(['setup', 'opencode', '--base-url', `${root}/v1`, '--api-key-env', keyVariable]);
    expect(setUp.code, setUp.stderr).toBe(0);
    const before = rack.read(opencode);
    expect((await rack.run(['refresh'])).stderr).not.toContain('redirects');
    isMoved = true;
    const text = `${root}/v1 redirects to ${root}/new/v1`;
    const { code, document, stderr } = await rack.json<RunDocument>(['refresh']);
    expect(code).toBe(0);
    expect(document.catalog?.warnings.join()).toContain(text);
    expect(stderr).toContain(`warning: ${text}`);
    expect(rack.read(opencode)).toBe(before);
    expect((await rack.run(['refresh', '--quiet'])).code).toBe(0);
  });

  it('brings what came and takes out what left', async () => {
    const { rack, serve } = await changing(['lite', 'a/one', 'a/two', 'a/three']);
    serve(['lite', 'a/one', 'a/two', 'b/four']);
    const { code, document } = await rack.json<RunDocument>(['refresh']);
    expect(code).toBe(0);
    expect(document.tools[0]).toMatchObject({
      tool: 'opencode',
      status: 'written',
      models: { added: ['b/four'], removed: ['a/three'], total: 4 },
    });
  });

  it('says what came and went by name, once, and is silent of it where nothing did', async () => {
    const { rack, serve } = await changing(['a/one', 'a/two', 'a/three', 'a/four']);
    serve(['a/one', 'a/two', 'a/four', 'b/new']);
    expect((await rack.run(['refresh'])).stdout).toMatch(/^New: b\/new\. Gone: a\/three\.$/m);
    expect((await rack.run(['refresh'])).stdout).not.toMatch(/New|Gone/);
  });

  it('keeps for later what nobody saw, and tells it once', async () => {
    const { rack, serve } = await changing(['a/one', 'a/two', 'a/three', 'a/four']);
    serve(['a/one', 'a/two', 'a/three', 'a/four', 'b/new', 'b/short']);
    const quiet = await rack.run(['refresh', '--quiet']);
    expect([quiet.stdout, quiet.stderr]).toEqual(['', '']);
    serve(['a/one', 'a/two', 'a/four', 'b/new']);
    await rack.run(['refresh', '--quiet']);
    expect((await rack.run(['status'])).stderr).toMatch(/^New: b\/new\. Gone: a\/three\.$/m);
    expect((await rack.run(['status'])).stderr).not.toMatch(/New|Gone/);
  });

  it.each([
    ['--models', 'a/*', ['a/one', 'a/two', 'a/new']],
    ['--exclude', 'a/*', ['lite', 'b/new']],
  ])('keeps %s for later refreshes', async (flag, glob, ids) => {
    const { rack, serve } = await changing(['lite', 'a/one', 'a/two']);
    const first = await rack.run(['refresh', flag, glob]);
    expect(first.code).toBe(0);
    serve(['lite', 'a/one', 'a/two', 'a/new', 'b/new']);
    expect((await rack.run(['refresh'])).code).toBe(0);
    expect(Object.keys(JSON.parse(rack.read(opencode)).provider.modelrack.models)).toEqual(ids);
  });

  it('keeps --default for later refreshes, and moves on to the first alias when it has left the list', async () => {
    const { rack, serve } = await changing(['lite', 'a/one', 'a/two', 'a/three']);
    await rack.run(['refresh', '--default', 'a/one']);
    const config = JSON.parse(rack.read('.config/modelrack/config.jsonc'));
    expect(config.connections.modelrack.tools.opencode).toEqual({ default: 'a/one' });
    serve(['lite', 'a/two', 'a/three']);
    const { document } = await rack.json<RunDocument>(['refresh']);
    const told = document.tools[0]?.notes.filter((note) => note.includes('a/one'));
    expect(told).toEqual([
      expect.stringMatching(/"[\w/]*a\/one" is no longer in the gateway's list: "[\w/]*lite" is the default now/),
    ]);
  });

  it('asks before it takes out most of a list: without a terminal it keeps them and warns', async () => {
    const { rack, serve } = await changing(['a/one', 'a/two', 'a/three', 'a/four', 'a/five']);
    serve(['a/one', 'b/new']);
    const { code, document } = await rack.json<RunDocument>(['refresh', '--yes']);
    expect(code).toBe(0);
    expect(document.tools[0]?.models).toMatchObject({ added: ['b/new'], removed: [] });
    expect(document.tools[0]?.notes.join()).toContain('kept');
  });

  it('does nothing, and asks nobody, while the last one is young', async () => {
    const { rack, gateway, serve } = await changing(['a/one']);
    serve(['a/one', 'a/two']);
    const before = gateway.requests.length;
    const young = await rack.json<RunDocument>(['refresh', '--if-older', '1h']);
    expect(young.code).toBe(0);
    expect(young.document.tools).toEqual([]);
    expect(gateway.requests.length).toBe(before);
    const old = await rack.json<RunDocument>(['refresh', '--if-older', '0s']);
    expect(old.document.tools[0]?.models.added).toEqual(['a/two']);
  });

  it('ignores the variable that names another gateway', async () => {
    const { rack } = await setUpRack();
    const { code, document, stdout } = await rack.json<RunDocument>(['refresh'], {
      env: { MODELRACK_BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(code, stdout).toBe(0);
    expect(document.tools[0]?.status).toBe('unchanged');
  });

  it('works from the cached list, and says how old it is', async () => {
    const { rack, gateway } = await setUpRack();
    await gateway.close();
    expect((await rack.run(['refresh'])).code).toBe(4);
    const result = await rack.run(['refresh', '--offline']);
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/list of \S+ is \d+ seconds? old/);
  });

  it('names a tool that was never set up', async () => {
    const { rack } = await setUpRack();
    const result = await rack.run(['refresh', 'qwen']);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('modelrack setup qwen-code');
  });

  it('goes on with the other gateway when one is down', async () => {
    const { rack, gateway } = await setUpRack();
    const other = await openGateway();
    const flags = ['--gateway', 'second', '--base-url', other.baseUrl, '--api-key-env', keyVariable];
    await rack.run(['setup', 'qwen', ...flags]);
    await gateway.close();
    const { code, document } = await rack.json<RunDocument>(['refresh']);
    expect(code).toBe(8);
    expect(document.tools).toMatchObject([
      { tool: 'opencode', gateway: 'modelrack', status: 'failed', error: { code: 'unreachable' } },
      { tool: 'qwen-code', gateway: 'second', status: 'unchanged', error: null },
    ]);
  });

  it('keeps what the user added, edited and deleted', async () => {
    const { rack, serve } = await changing(['a/one', 'a/two', 'a/three']);
    const config = JSON.parse(rack.read(opencode));
    const { models } = config.provider.modelrack;
    models['my/own'] = { name: 'Mine' };
    models['a/one'].name = 'My name for it';
    delete models['a/two'];
    rack.write(opencode, JSON.stringify(config, undefined, 4));
    serve(['a/one', 'a/two', 'a/four']);
    const dry = await rack.run(['refresh', '--dry-run']);
    expect(dry.stdout).toContain('opencode: added: a/four\n');
    expect(dry.stdout).toContain('opencode: removed: a/three\n');
    expect(dry.stdout).toMatch(/^opencode: left alone: .*a\/one \(edited by you\)/m);
    expect(dry.stdout).toMatch(/^opencode: left alone: .*a\/two \(deleted by you\)/m);
    expect(dry.stdout).toMatch(/^opencode: left alone: .*my\/own \(yours\)/m);
    const { document } = await rack.json<RunDocument>(['refresh']);
    const after = JSON.parse(rack.read(opencode)).provider.modelrack.models;
    expect(Object.keys(after).toSorted()).toEqual(['a/four', 'a/one', 'my/own']);
    expect(after['my/own']).toEqual({ name: 'Mine' });
    expect(after['a/one'].name).toBe('My name for it');
    expect(after['a/two']).toBeUndefined();
    expect(document.tools[0]?.models.protected.length).toBeGreaterThan(0);
  });
});

describe('undo and remove', () => {
  it('undo takes back the last change', async () => {
    const { rack, serve } = await changing(['a/one']);
    const before = rack.read(opencode);
    serve(['a/one', 'a/two']);
    await rack.run(['refresh']);
    const { code, document } = await rack.json<RunDocument>(['undo', 'opencode']);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      command: 'undo',
      catalog: null,
      tools: [{ tool: 'opencode', status: 'written' }],
    });
    expect(rack.read(opencode)).toBe(before);
  });

  it('remove leaves the home as it was, but for what is ours to keep', async () => {
    const gateways = await setUpRack({}, []);
    const { rack, gateway } = gateways;
    const original = '{\n  // mine\n  "theme": "dark", \n}\n';
    rack.write('.config/opencode/opencode.jsonc', original);
    await rack.run([
      'setup',
      'opencode',
      'codex',
      'claude',
      'qwen',
      '--base-url',
      gateway.baseUrl,
      '--api-key-env',
      'E2E_GATEWAY_KEY',
    ]);
    const check = await rack.run(['remove', '--check']);
    expect(check.code).toBe(7);
    const { code } = await rack.run(['remove']);
    expect(code).toBe(0);
    expect(rack.read('.config/opencode/opencode.jsonc')).toBe(original);
    for (const folder of ['.codex', '.claude', '.qwen']) expect(picture(rack.path(folder)), folder).toEqual({});
    expect((await rack.run(['remove', '--check'])).code).toBe(0);
  });

  it('remove works after the ledger is lost', async () => {
    const { rack } = await setUpRack();
    rmSync(rack.path('.local'), { recursive: true });
    const result = await rack.run(['remove', 'opencode']);
    expect(result.code).toBe(0);
    expect(rack.read(opencode)).not.toMatch(/baseURL|demo/);
  });
});

describe("the user's own pick in Qwen Code", () => {
  const settings = '.qwen/settings.json';
  async function picked() {
    const made = await changing(['a/one', 'a/two', 'a/three'], ['qwen']);
    const { rack, gateway } = made;
    // As the tool itself keeps it.
    const file = JSON.parse(rack.read(settings));
    const model = { name: 'a/two', baseUrl: `${gateway.baseUrl.replace(/\/v1$/, '')}/v1` };
    rack.write(settings, JSON.stringify({ ...file, model }, undefined, 2));
    return { ...made, modelNow: () => JSON.parse(rack.read(settings)).model };
  }

  it('follows the gateway to another address', async () => {
    const { rack, modelNow } = await picked();
    const other = await openGateway({ models: [{ id: 'a/one' }, { id: 'a/two' }, { id: 'a/three' }] });
    const { code, stderr } = await rack.run(['setup', 'qwen', '--base-url', other.baseUrl, '--move', '--take-over']);
    expect(code, stderr).toBe(0);
    expect(modelNow().name).toBe('a/two');
    expect(modelNow().baseUrl).toContain(new URL(other.baseUrl).port);
  });

  it('is told when it has left the list, and stays', async () => {
    const { rack, serve, modelNow } = await picked();
    serve(['a/one', 'a/three', 'b/four']);
    const { document } = await rack.json<RunDocument>(['refresh']);
    expect(document.tools[0]?.notes.join()).toContain('model.name "a/two" is not in the gateway\'s list');
    expect(modelNow().name).toBe('a/two');
  });

  it('goes with our rows', async () => {
    const { rack } = await picked();
    expect((await rack.run(['remove'])).code).toBe(0);
    expect(rack.has(settings) ? rack.read(settings) : '').not.toMatch(/a\/two|baseUrl/);
  });
});
