import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hostileAnswers, type HostileAnswer } from './hostile-answers.ts';
import { key, keyVariable, makeRack, openGateway } from './rack.ts';

const tools = ['crush', 'qwen-code', 'claude-code-router', 'opencode', 'kimi'];
// What tools, shells and terminals read as an order.
const orders = /\$\(|\$[A-Z]|`|\{env:HOME|\$\{\{|\\u001b|"!|169\.254\.169\.254/;

/** Forms in which servers echo the key. */
const loud = key.toUpperCase();
const coded = [...key].map((letter) => `&#${letter.charCodeAt(0)};`).join('');
const escaped = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

describe('a gateway is never obeyed', () => {
  it.each(hostileAnswers.map((answer) => [`${answer.group} ${answer.name}`, answer] as const))(
    '%s',
    { timeout: 300_000 },
    async (_, answer) => {
      const url = await serveRaw(answer);
      const rack = makeRack();
      const args = ['setup', ...tools, '--base-url', url, '--api-key-env', keyVariable, '--json'];
      const { code, stdout, stderr } = await rack.run(args);
      expect(answer.codes, `${code} ${stdout.slice(0, 2000)} ${stderr.slice(0, 2000)}`).toContain(code);
      expect(JSON.parse(stdout)).toMatchObject({ schema: 1 });
      for (const text of [stdout, stderr]) {
        expect(text).not.toContain(key);
        expect(text).not.toContain(Buffer.from(key).toString('base64').slice(0, -4));
        for (const form of [[...key].join(' '), loud, coded, escaped]) expect(text).not.toContain(form);
      }
      for (const file of written(rack.home)) {
        // The reference to the variable of the key is ours.
        const text = readFileSync(file, 'utf8')
          .replaceAll(`$${keyVariable}`, '')
          .replaceAll(`{env:${keyVariable}}`, '');
        expect(text, file).not.toMatch(orders);
        expect(text.includes('\u001b'), file).toBe(false);
      }
    },
  );

  it.each(['http://127.0.0.1:9/$(id)/v1', 'http://$(id).example.test/v1', "http://127.0.0.1:9/a';id/v1"])(
    'a typed address that a shell would read is refused: %s',
    async (url) => {
      const rack = makeRack();
      const { code, document } = await rack.json(['setup', 'crush', '--base-url', url, '--insecure']);
      expect(code).toBe(2);
      expect(document).toMatchObject({ schema: 1, error: { code: 'usage' } });
      expect(written(rack.home)).toEqual([]);
    },
  );

  it('a kept address that a tool would read is refused for that tool alone, and remove still works', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const address = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
    expect((await rack.run(['setup', 'crush', 'opencode', ...address])).code).toBe(0);
    const file = '.config/modelrack/config.jsonc';
    const kept = rack.read(file).replace(gateway.baseUrl, gateway.baseUrl.replace('/v1', '/$(id)/v1'));
    rack.write(file, kept);
    expect((await rack.run(['refresh', '--json'])).code).not.toBe(0);
    expect(rack.read('.config/crush/crush.json')).not.toContain('$(id)');
    expect((await rack.run(['remove'])).code).toBe(0);
    expect(rack.has('.config/crush/crush.json')).toBe(false);
  });
});

/** A server that answers every request for a list with the bytes of the case; the wires are there. */
async function serveRaw({ send }: HostileAnswer): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const line = String(chunk).split('\r\n')[0] ?? '';
      if (line.startsWith('POST ')) return void socket.end('HTTP/1.1 400 X\r\nContent-Length: 0\r\n\r\n');
      socket.end(spelled(send(line)));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** With the key in those forms. */
function spelled(answer: string | Buffer): string | Buffer {
  if (typeof answer !== 'string' || !answer.includes('{key}')) return answer;
  const body = (answer.split('\r\n\r\n')[1] ?? '')
    .replace('{key64}', Buffer.from(key).toString('base64'))
    .replace('{keyspelled}', [...key].join(' '))
    .replace('{keyLOUD}', loud)
    .replace('{keycoded}', coded)
    .replace('{keyescaped}', escaped)
    .replace('{key}', key);
  return `HTTP/1.1 401 X\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Files of tools; what is ours alone (connections, cache, ledger) is read by nobody else. */
function written(home: string): readonly string[] {
  return readdirSync(home, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('modelrack'));
}
