import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { supportedTools } from '../repository/supported-tools.ts';
import { makeRack, picture, type RunDocument } from './rack.ts';

/** As Ollama, LM Studio, llama.cpp and vLLM come: no key. `isOpen: false`: only the list is open, as OpenRouter's is. */
async function serveKeyless({ isOpen = true } = {}): Promise<{ url: string; authorizations: Set<string> }> {
  const authorizations = new Set<string>();
  const data = [{ id: 'lite', context_window: 131_072, max_output_tokens: 8192 }];
  const server = createServer((request, response) => {
    authorizations.add(request.headers.authorization ?? '');
    if (request.method === 'GET') return void response.end(JSON.stringify({ object: 'list', data }));
    response.writeHead(isOpen ? 400 : 401).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, authorizations };
}

it.each([[[]], [['--no-key']]])(
  'a gateway without a key is set up in every tool, and leaves nothing: %j',
  async (flags) => {
    const { url, authorizations } = await serveKeyless();
    const rack = makeRack();
    const before = picture(rack.home);
    const tools = (await supportedTools()).map(({ id }) => id).filter((id) => id !== 'librechat');
    const args = ['setup', ...tools, '--base-url', url, ...flags];
    const { code, stdout, document } = await rack.json<RunDocument>(args);
    expect(code, stdout).toBe(0);
    expect(document.tools.filter(({ status }) => status !== 'written')).toEqual([]);
    expect([...authorizations]).toEqual(['']);
    expect(rack.read('.config/opencode/opencode.json')).toContain('"apiKey": "none"');
    expect(rack.read('.config/crush/crush.json')).toContain('"api_key": "none"');
    expect(rack.has('.config/modelrack/keys')).toBe(false);
    expect((await rack.run(['key', 'modelrack'])).stdout).toBe('none\n');
    expect((await rack.run(['connections'])).stdout).toMatch(/modelrack +http\S+ +none /);
    expect((await rack.run(['refresh', '--check'])).code).toBe(0);
    expect((await rack.run(['doctor', 'opencode'])).stdout).toContain('the gateway has none');
    expect((await rack.run(['remove'])).code).toBe(0);
    expect((await rack.run(['connections', 'forget', 'modelrack'])).stdout).toBe('modelrack is forgotten\n');
    const left = Object.keys(picture(rack.home)).filter((file) => !file.includes('modelrack') && !(file in before));
    expect(left).toEqual([]);
  },
);

it('a key named none is written into a file of a git work tree: it is no secret', async () => {
  const { url } = await serveKeyless();
  const rack = makeRack();
  rack.write('.git/HEAD', 'ref: refs/heads/main\n');
  expect((await rack.run(['setup', 'aider', '--base-url', url])).code).toBe(0);
});

it('a list that is open to everybody does not mean that the models are', async () => {
  const { url } = await serveKeyless({ isOpen: false });
  const rack = makeRack();
  const { code, document } = await rack.json<RunDocument>(['setup', 'opencode', '--base-url', url]);
  expect(code).toBe(5);
  expect(document.error).toMatchObject({ code: 'key-missing', hint: expect.stringContaining('--api-key-env') });
  expect(rack.has('.config/opencode/opencode.json')).toBe(false);
});

it('an empty variable names the way out, and --no-key beside a key is a contradiction', async () => {
  const { url } = await serveKeyless();
  const rack = makeRack();
  const setUp = ['setup', 'opencode', '--base-url', url];
  const empty = await rack.json<RunDocument>([...setUp, '--api-key-env', 'EMPTY'], { env: { EMPTY: '' } });
  expect([empty.code, empty.document.error?.hint]).toEqual([5, expect.stringContaining('--no-key')]);
  expect((await rack.run([...setUp, '--api-key-env', 'EMPTY', '--no-key'])).code).toBe(2);
});
