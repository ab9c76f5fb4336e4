import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, key, keyVariable, makeRack, openGateway, type Rack, type RunDocument } from './rack.ts';

/** Runs a command that serves; its first line is where. */
async function serve(rack: Rack, args: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { HOME: rack.home, PATH: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let notes = '';
  child.stderr.on('data', (chunk) => (notes += String(chunk)));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    child.once('close', () => reject(new Error(notes)));
  });
  const advice = await new Promise<string>((resolve) => {
    const look = () => {
      const line = /^.*modelrack setup .*$/m.exec(notes)?.[0].trim();
      if (line === undefined) child.stderr.once('data', look);
      else resolve(line);
    };
    look();
  });
  return { child, baseUrl, advice };
}

/** The words of a line that names our command, without it. */
function argsOf(line: string): readonly string[] {
  return line.slice(line.indexOf('modelrack ') + 'modelrack '.length).split(' ');
}

describe.skipIf(process.platform === 'win32')('bridge', () => {
  it('is what the refusal of a tool names, and the way from there is what the bridge names', async () => {
    const gateway = await openGateway({ wires: ['chat'] });
    const rack = makeRack();
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
    const refused = await rack.json<RunDocument>(['setup', 'codex', ...flags]);
    expect(refused.code).toBe(6);
    const hint = refused.document.tools[0]?.error?.hint ?? '';
    const { advice, baseUrl, child } = await serve(rack, [...argsOf(hint), '--port', '0']);
    expect(advice).toBe(
      `modelrack setup claude-code codex --gateway bridge --base-url ${baseUrl} --api-key-env ${keyVariable}`,
    );
    const { code, document } = await rack.json<RunDocument>(argsOf(advice));
    expect(code, JSON.stringify(document)).toBe(0);
    expect(document.tools.map(({ tool, status }) => [tool, status])).toEqual([
      ['claude-code', 'written'],
      ['codex', 'written'],
    ]);
    expect(rack.read('.codex/config.toml')).toContain(baseUrl);
    const exited = new Promise((resolve) => child.once('close', (exit, signal) => resolve({ exit, signal })));
    child.kill('SIGINT');
    expect(await exited).toEqual({ exit: 0, signal: null });
  });

  it('stands in front of a saved gateway, and its key goes on in a pipe', async () => {
    const gateway = await openGateway({ wires: ['chat'] });
    const rack = makeRack();
    const setup = ['setup', 'opencode', '--base-url', gateway.baseUrl, '--api-key-stdin'];
    expect((await rack.run(setup, { input: key })).code).toBe(0);
    const { advice, baseUrl } = await serve(rack, ['bridge', '--port', '0']);
    expect(advice).toBe(
      `modelrack key modelrack | modelrack setup claude-code codex --gateway bridge --base-url ${baseUrl} --api-key-stdin`,
    );
    const answer = await fetch(`${baseUrl}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'lite', max_tokens: 50, messages: [{ role: 'user', content: 'hi' }] }),
    });
    expect(await answer.json()).toMatchObject({ type: 'message', content: [{ type: 'text' }] });
  });

  it.each([
    { name: 'no gateway', args: [], says: 'modelrack setup' },
    { name: 'a gateway in the clear', args: ['--base-url', 'http://gateway.example/v1'], says: '--insecure' },
    { name: 'a port that is none', args: ['--base-url', 'http://127.0.0.1:9/v1', '--port', 'x'], says: '--port' },
  ])('refuses $name: 2', async ({ args, says }) => {
    const { code, stderr } = await makeRack().run(['bridge', ...args]);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(says);
  });

  it('says so when its port is taken: 2', async () => {
    const gateway = await openGateway();
    const args = ['bridge', '--base-url', gateway.baseUrl, '--port', String(gateway.port)];
    const { code, stderr } = await makeRack().run(args);
    expect(code).toBe(2);
    expect(stderr).toContain('--port NUMBER');
  });
});
