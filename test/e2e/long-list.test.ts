import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keyVariable, makeRack, type RunDocument } from './rack.ts';

const tools = ['opencode', 'qwen-code', 'crush', 'goose'];
const listOf = (count: number): string =>
  JSON.stringify({ data: Array.from({ length: count }, (_, index) => ({ id: `p/m${index}` })) });

/** With so many models in the cache as the last list had. */
async function rackBeside(count: number) {
  let body = listOf(3);
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const rack = makeRack();
  const setUp = await rack.run(['setup', ...tools, '--base-url', url, '--api-key-env', keyVariable]);
  expect(setUp.code, setUp.stderr).toBe(0);
  body = listOf(count);
  const { code, stderr } = await rack.run(['list', '--json']);
  expect(code, stderr.slice(0, 2000)).toBe(0);
  const cache = rack.path('.cache/modelrack');
  const names = readdirSync(cache, { recursive: true, encoding: 'utf8' });
  const size = Math.max(...names.map((name) => statSync(join(cache, name)).size));
  expect(size, 'the list is cached').toBeGreaterThan(count * 10);
  return rack;
}

it('remove beside a cached list of 200,000 models is quick and whole', { timeout: 120_000 }, async () => {
  const rack = await rackBeside(200_000);
  const start = performance.now();
  const { code, document, stderr } = await rack.json<RunDocument>(['remove', '--yes']);
  const took = performance.now() - start;
  expect(code, stderr).toBe(0);
  expect(document).toMatchObject({ schema: 1, command: 'remove' });
  const removed = document.tools.filter(({ status }) => status === 'written').map(({ tool }) => tool);
  expect(removed.toSorted()).toEqual(tools.toSorted());
  for (const file of ['.config/opencode/opencode.json', '.qwen/settings.json', '.config/crush/crush.json'])
    expect(rack.has(file)).toBe(false);
  // A machine under load has its time; what grows with the square of the list has not.
  expect(took).toBeLessThan(30_000);
});
