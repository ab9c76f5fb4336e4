import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../free-port.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inject } from 'vitest';
import { makeHome, type Home } from './harness/home.ts';
import { findInstalled } from './harness/lab.ts';
import { runProgram } from './harness/run-tool.ts';

const installed = findInstalled('litellm-export');
const masterKey = 'sk-master-1f09c7';
const labKey = 'sk-lab-77d1e2';

/** Lists two models; `one` is broken, `two` answers and says who it is. */
function answer(request: IncomingMessage, response: ServerResponse, asked: string[]): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${labKey}`) return send(401, { error: { message: 'wrong key' } });
    if (request.url?.startsWith('/v1/models')) {
      const data = ['one', 'two'].map((id, index) => ({ id, object: 'model', context_window: 64_000 * (index + 1) }));
      return send(200, { object: 'list', data });
    }
    const { model } = JSON.parse(Buffer.concat(chunks).toString()) as { model: string };
    asked.push(model);
    if (model === 'one') return send(500, { error: { message: 'broken', type: 'server_error', code: 'broken' } });
    const message = { role: 'assistant', content: `from ${model}` };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    return send(200, { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices, usage });
  });
}

/** Until the proxy answers: its start loads hundreds of modules. */
async function waitForList(url: string, hasEnded: () => boolean): Promise<Response> {
  for (;;) {
    const headers = { authorization: `Bearer ${masterKey}` };
    const response = await fetch(`${url}/models`, { headers }).catch(() => undefined);
    if (response?.ok === true) return response;
    if (hasEnded()) throw new Error('The proxy ended.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function ask(url: string, key: string, model: string): Promise<string> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  });
  const body = (await response.json()) as { choices?: { message: { content: string } }[] };
  return body.choices?.[0]?.message.content ?? JSON.stringify(body);
}

describe.skipIf(!installed)(`LiteLLM ${installed?.version ?? 'is not here'}`, () => {
  const asked: string[] = [];
  const upstream = createServer((request, response) => answer(request, response, asked));
  const ends: (() => void)[] = [];
  let home: Home;
  let proxy = '';
  let listed: readonly string[] = [];

  const modelrack = (args: readonly string[], input?: string) =>
    runProgram(process.execPath, [inject('command'), ...args], {
      home,
      variables: { MODELRACK_API_KEY: masterKey },
      ...(input === undefined ? {} : { input }),
    });

  beforeAll(async () => {
    home = await makeHome(installed === undefined ? [] : [installed]);
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
    await modelrack(['gateway', 'connect', 'lab', '--base-url', base, '--api-key-stdin'], labKey);
    await modelrack(['gateway', 'tiers', 'set', 'lite', 'lab/one', 'lab/two']);
    const exported = await modelrack(['gateway', 'export', 'litellm']);
    await home.write('config.yaml', exported.stdout);
    const port = await freePort();
    const env = {
      HOME: home.path(''),
      PATH: process.env['PATH'],
      LAB_API_KEY: labKey,
      LITELLM_MASTER_KEY: masterKey,
      // Prices lie in the package as well; nothing is to be fetched.
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      NO_PROXY: '127.0.0.1',
    };
    const args = ['--config', home.path('config.yaml'), '--host', '127.0.0.1', '--port', String(port)];
    const child = spawn(installed?.bin ?? '', args, { env, cwd: home.path(''), stdio: 'ignore' });
    let hasEnded = false;
    child.once('exit', () => (hasEnded = true));
    ends.push(() => child.kill('SIGKILL'));
    proxy = `http://127.0.0.1:${port}/v1`;
    const body = (await (await waitForList(proxy, () => hasEnded)).json()) as { data: { id: string }[] };
    listed = body.data.map(({ id }) => id);
  }, 240_000);
  afterAll(async () => {
    for (const end of ends) end();
    upstream.close();
    await home.close();
  });

  test('lists the same ids as the gateway that it comes from', () => {
    expect(listed.filter((id) => id.includes('/')).toSorted()).toEqual(['lab/one', 'lab/two']);
    expect(listed).toContain('lite');
  });

  test('falls back as the tier says', async () => {
    asked.length = 0;
    expect(await ask(proxy, masterKey, 'lite')).toBe('from two');
    expect(asked).toEqual(['one', 'two']);
  }, 60_000);

  test('a full id answers for itself', async () => {
    expect(await ask(proxy, masterKey, 'lab/two')).toBe('from two');
  }, 60_000);

  test('is set up as any gateway: a tool gets its models', async () => {
    const result = await modelrack(['setup', 'opencode', '--base-url', proxy, '--gateway', 'team', '--yes']);
    expect(result.shown).toMatch(/opencode/);
    const written = await home.read('.config/opencode/opencode.json');
    const { provider } = JSON.parse(written ?? '{}') as { provider: Record<string, { models: object }> };
    expect(Object.keys(provider['team']?.models ?? {})).toEqual(expect.arrayContaining(['lite', 'lab/one', 'lab/two']));
    expect(written).not.toContain(masterKey);
  }, 60_000);
});
