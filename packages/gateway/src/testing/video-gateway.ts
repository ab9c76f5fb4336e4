import type { ServerResponse } from 'node:http';
import { toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { startGateway } from '../start/start-gateway.ts';
import type { RunningGateway } from '../options.ts';
import { liveConfig } from './live-config.ts';
import type { TestConfig } from './live-config.ts';
import { send, testKey, toJson } from './send.ts';
import type { Received } from './send.ts';
import { startUpstream, writeAnswer } from './stub-upstream.ts';
import type { StubUpstream, UpstreamCall } from './stub-upstream.ts';

export const jobSecret = Buffer.alloc(32, 5);
/** What must be closed again. */
export const open: { close(): Promise<void> }[] = [];
/** After each test: ends what it started. */
export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()));
}

export async function upstream(answer: (call: UpstreamCall, response: ServerResponse) => void): Promise<StubUpstream> {
  const started = await startUpstream(answer);
  open.push(started);
  return started;
}

export async function start(config: TestConfig, secret = jobSecret): Promise<RunningGateway> {
  const gateway = await startGateway({ key: testKey, config, jobSecret: secret });
  open.push(gateway);
  return gateway;
}

export const film = Buffer.from('\0\0\0\x18ftypisom, and so on');

/** An upstream of OpenAI's form, whose jobs are done at once. */
export const plain = (): Promise<StubUpstream> =>
  upstream(({ headers, method, path }, response) => {
    if (method === 'POST') return writeAnswer(response, { id: 'job-1', object: 'video', status: 'queued' });
    if (path === '/v1/videos/job-1') return writeAnswer(response, { id: 'job-1', status: 'completed' });
    if (path !== '/v1/videos/job-1/content') return writeAnswer(response, { data: [{ id: 'veo' }] });
    const part = headers.range === undefined ? film : film.subarray(4, 8);
    response.writeHead(headers.range === undefined ? 200 : 206, { 'content-type': 'video/webm' });
    return response.end(part);
  });

export function lab(url: string, aliases: JsonObject = {}): JsonObject {
  return {
    connections: { lab: { base_url: `${url}/v1`, key: '{secret:lab}', wires: ['videos'] } },
    aliases: { film: ['lab/veo'], ...aliases },
  };
}

export const create = (gateway: RunningGateway, model = 'film'): Promise<Received> =>
  send(gateway, {
    path: '/v1/videos',
    headers: { 'content-type': 'application/json' },
    body: { model, prompt: 'a cat', seconds: '8', size: '1280x720' },
  });

/** A gateway with that upstream, and the path of a job there. */
export async function openJob(url: string): Promise<{ readonly gateway: RunningGateway; readonly path: string }> {
  const gateway = await start(liveConfig(lab(url)));
  return { gateway, path: `/v1/videos/${toText(toJson(await create(gateway))['id'])}` };
}
