import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, key, keyVariable, makeRack, picture } from './rack.ts';
import { see, sit } from './sit.ts';

/** The address of a server that takes a request and never answers; `asked` once one is there. */
async function silentServer() {
  const silent = createServer(() => {});
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('a server on a port has an address');
  const asked = new Promise((connected) => silent.once('connection', connected));
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

describe.skipIf(process.platform === 'win32')('Ctrl-C', () => {
  it.each([
    { name: 'and says so in the one document', json: ['--json'] },
    { name: 'and says so', json: [] },
  ])('ends a command that waits for a gateway: 130, nothing written, $name', async ({ json }) => {
    const { url, asked } = await silentServer();
    const rack = makeRack();
    const args = ['setup', 'opencode', ...json, '--base-url', url, '--api-key-env', keyVariable];
    const child = spawn(process.execPath, [bin, ...args], { env: { HOME: rack.home, PATH: '', [keyVariable]: key } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    await asked;
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(130);
    expect(picture(rack.home)).toEqual({});
    expect(stderr).toMatch(/^error: Interrupted/);
    if (json.length === 0) expect(stdout).toBe('');
    else
      expect(JSON.parse(stdout)).toEqual({
        schema: 1,
        command: 'setup',
        error: expect.objectContaining({ code: 'interrupted', message: expect.stringMatching(/^Interrupted/) }),
      });
  });

  it('leaves the terminal its cursor', async () => {
    const { url, asked } = await silentServer();
    const terminal = sit(makeRack(), `setup opencode --base-url ${url} --api-key-env ${keyVariable}`);
    await asked;
    await see(terminal, 'Reading the model list');
    await terminal.press('Ctrl-C');
    await see(terminal, 'code 130');
    const [hidden, shown] = ['\u001B[?25l', '\u001B[?25h'];
    const raw = terminal.raw();
    expect(raw).toContain(hidden);
    expect(raw.lastIndexOf(shown)).toBeGreaterThan(raw.lastIndexOf(hidden));
  });
});
