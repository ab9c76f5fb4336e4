import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { RunningGateway } from '../options.ts';
import { startGateway } from '../start/start-gateway.ts';
import { fine, startFaultServer } from '../testing/fault-server.ts';
import { liveConfig } from '../testing/live-config.ts';
import { send, testKey, toJson } from '../testing/send.ts';

interface Opened {
  readonly gateway: RunningGateway;
  /** A port is known only once something listens on it. */
  connect(connections: JsonObject): void;
}

/** Its connections know its key, so that nothing but the loop itself can stop them. */
async function open(connections: JsonObject = {}): Promise<Opened> {
  const config = { ...liveConfig({ connections }), readSecret: () => testKey };
  const gateway = await startGateway({ key: testKey, config, port: 0 });
  onTestFinished(() => gateway.close());
  return { gateway, connect: (later) => config.change({ connections: later }) };
}

const link = (host: string, port: number) => {
  return { base_url: `http://${host}:${port}/v1`, wires: ['chat'], key: '{secret:x}' };
};
const body = (model: string) => ({ model, messages: [{ role: 'user', content: 'hi' }] });

test.each(['127.0.0.1', 'localhost'])(
  'a connection to the gateway itself by %s is refused, not followed',
  async (host) => {
    const { gateway, connect } = await open();
    connect({ me: link(host, gateway.port) });
    const received = await send(gateway, { path: '/v1/chat/completions', body: body('me/me/x') });
    expect(received.status).toBe(508);
    expect(toJson(received)['error']).toMatchObject({ code: 'gateway_loop' });
    expect(received.text).toContain('leads back to the gateway');
    const status = await send(gateway, { path: '/api/gateway/status' });
    expect(status.text).toContain('it leads back to this gateway');
  },
);

test('so is one that leads back by way of another gateway', async () => {
  const one = await open();
  const two = await open({ one: link('127.0.0.1', one.gateway.port) });
  one.connect({ two: link('127.0.0.1', two.gateway.port) });
  const received = await send(one.gateway, { path: '/v1/chat/completions', body: body('two/one/two/x') });
  expect(received.status).toBe(508);
  expect(toJson(received)['error']).toMatchObject({ code: 'gateway_loop' });
});

test('two gateways in a row are no loop', async () => {
  const upstream = await startFaultServer({ m: undefined });
  onTestFinished(() => upstream.close());
  upstream.behave(fine);
  const inner = await open({ lab: { base_url: upstream.url, wires: ['chat'] } });
  const outer = await open({ inner: link('127.0.0.1', inner.gateway.port) });
  const received = await send(outer.gateway, { path: '/v1/chat/completions', body: body('inner/lab/m') });
  expect(received.status).toBe(200);
  expect(upstream.hits.at(-1)?.headers['x-gateway-hops']).toMatch(/^[0-9a-f]{16},[0-9a-f]{16}$/);
});
