import { expect, onTestFinished, test, vi } from 'vitest';
import { startGateway } from '../start/start-gateway.ts';
import { liveConfig } from '../testing/live-config.ts';
import { send, testKey } from '../testing/send.ts';
import { startUpstream } from '../testing/start-upstream.ts';
import type { UpstreamAnswer } from '../testing/start-upstream.ts';

const path = '/v1/models';

async function openUpstream(answer: UpstreamAnswer) {
  const upstream = await startUpstream(() => answer);
  onTestFinished(() => upstream.close());
  return { ...upstream, settings: { connections: { lab: { base_url: upstream.baseUrl, wires: ['chat'] } } } };
}

test('a configuration that changes while a first question waits for a list is the one that holds', async () => {
  const mute = await openUpstream(() => undefined);
  const other = await openUpstream({ status: 200, json: { object: 'list', data: [{ id: 'other' }] } });
  const config = liveConfig(mute.settings);
  const gateway = await startGateway({ key: testKey, config });
  onTestFinished(() => gateway.close());
  const first = send(gateway, { path });
  await vi.waitUntil(() => mute.seen.length > 0);
  config.change(other.settings);
  await first;
  expect((await send(gateway, { path })).text).toContain('"lab/other"');
});
