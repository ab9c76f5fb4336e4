import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { RunningGateway } from '../options.ts';
import { startGateway } from '../start/start-gateway.ts';
import { fine, startFaultServer } from '../testing/fault-server.ts';
import { liveConfig } from '../testing/live-config.ts';
import { send, testKey, toJson } from '../testing/send.ts';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  // A server on TCP has an address object.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Its connections know its key, so that nothing but the loop itself can stop them. */
async function open(port: number, connections: JsonObject): Promise<RunningGateway> {
  const config = { ...liveConfig({ connections }), readSecret: () => testKey };
  const gateway = await startGateway({ key: testKey, config, port });
  onTestFinished(() => gateway.close());
  return gateway;
}

const link = (host: string, port: number) => {
  return { base_url: `http://${host}:${port}/v1`, wires: ['chat'], key: '{secret:x}' };
};
const body = (model: string) => ({ model, messages: [{ role: 'user', content: 'hi' }] });

test.each(['127.0.0.1', 'localhost'])(
  'a connection to the gateway itself by %s is refused, not followed',
  async (host) => {
    const port = await freePort();
    const gateway = await open(port, { me: link(host, port) });
    const received = await send(gateway, { path: '/v1/chat/completions', body: body('me/me/x') });
    expect(received.status).toBe(508);
    expect(toJson(received)['error']).toMatchObject({ code: 'gateway_loop' });
    expect(received.text).toContain('leads back to the gateway');
    const status = await send(gateway, { path: '/api/gateway/status' });
    expect(status.text).toContain('it leads back to this gateway');
  },
);

test('so is one that leads back by way of another gateway', async () => {
  const ports = [await freePort(), await freePort()] as const;
  const one = await open(ports[0], { two: link('127.0.0.1', ports[1]) });
  await open(ports[1], { one: link('127.0.0.1', ports[0]) });
  const received = await send(one, { path: '/v1/chat/completions', body: body('two/one/two/x') });
  expect(received.status).toBe(508);
  expect(toJson(received)['error']).toMatchObject({ code: 'gateway_loop' });
});

test('two gateways in a row are no loop', async () => {
  const upstream = await startFaultServer({ m: undefined });
  onTestFinished(() => upstream.close());
  upstream.behave(fine);
  const port = await freePort();
  await open(port, { lab: { base_url: upstream.url, wires: ['chat'] } });
  const outer = await open(0, { inner: link('127.0.0.1', port) });
  const received = await send(outer, { path: '/v1/chat/completions', body: body('inner/lab/m') });
  expect(received.status).toBe(200);
  expect(upstream.hits.at(-1)?.headers['x-gateway-hops']).toMatch(/^[0-9a-f]{16},[0-9a-f]{16}$/);
});
