import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { testKey } from '../testing/send.ts';
import { startGateway } from '../start/start-gateway.ts';

const grace = 20_000;

/** A gateway with an answer under way, over a connection that the caller keeps. */
async function busy() {
  const gateway = await startGateway({ key: testKey });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const body = JSON.stringify({ model: 'lite', messages: [{ role: 'user', content: 'demo:delay=900' }] });
  const answer = new Promise<number | undefined>((resolve) => {
    const { port } = gateway;
    const headers = { authorization: `Bearer ${testKey}` };
    const call = request({ host: '127.0.0.1', port, agent, method: 'POST', path: '/v1/chat/completions', headers });
    call.once('error', () => resolve(undefined));
    call.once('response', (response) => response.resume().once('end', () => resolve(response.statusCode)));
    call.end(body);
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { gateway, answer };
}

test('an answer under way may end, and nothing is waited for behind it', async () => {
  const { answer, gateway } = await busy();
  const start = performance.now();
  await gateway.close(grace);
  expect(await answer).toBe(200);
  expect(performance.now() - start).toBeLessThan(grace / 4);
});

test('whoever closes again with less patience ends it', async () => {
  const { answer, gateway } = await busy();
  const start = performance.now();
  void gateway.close(grace);
  await gateway.close(0);
  expect(await answer).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(500);
});
