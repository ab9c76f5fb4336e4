import { sendJson, serveGateway, stubKey } from '@modelrack/client/testing';
import { utimesSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { initialize, talk } from './mcp-line.ts';
import { makeRack } from './rack.ts';

const file = '.config/opencode/opencode.json';

/** A home with a stored key, whose gateway has one more model since. */
async function outOfStep({ secondsAgo }: { secondsAgo: number }) {
  const stub = await serveGateway();
  onTestFinished(() => stub.close());
  const rack = makeRack();
  const setUp = ['setup', 'opencode', '--base-url', stub.apiRoot, '--api-key-stdin'];
  const { code, stderr } = await rack.run(setUp, { input: stubKey });
  expect(code, stderr).toBe(0);
  stub.on('GET /models', (_, response) =>
    sendJson(response, { object: 'list', data: [{ id: 'lite' }, { id: 'acme/came-later' }] }),
  );
  const then = Date.now() / 1000 - secondsAgo;
  utimesSync(rack.path('.cache/modelrack/refreshed/modelrack'), then, then);
  const asked = stub.requests.length;
  return { rack, asks: () => stub.requests.length - asked };
}

it('brings the tools up to date where a client starts the server, without a word to it', async () => {
  const { rack } = await outOfStep({ secondsAgo: 3600 });
  const line = talk(rack);
  line.send(initialize);
  await line.answer(0);
  await vi.waitFor(() => expect(rack.read(file)).toContain('acme/came-later'), { timeout: 60_000, interval: 100 });
  expect(line.lines()).toHaveLength(1);
  expect(line.stderr()).toBe('');
  expect(await line.close()).toBe(0);
});

it('asks nobody where that was done a moment ago, or where the client goes at once', async () => {
  const fresh = await outOfStep({ secondsAgo: 60 });
  const staying = talk(fresh.rack);
  staying.send(initialize);
  await staying.answer(0);
  const stale = await outOfStep({ secondsAgo: 3600 });
  const going = talk(stale.rack);
  going.send(initialize);
  await going.answer(0);
  expect(await going.close()).toBe(0);
  await pause(2500);
  expect(await staying.close()).toBe(0);
  expect([fresh.asks(), stale.asks()]).toEqual([0, 0]);
  expect(fresh.rack.read(file)).not.toContain('acme/came-later');
});
