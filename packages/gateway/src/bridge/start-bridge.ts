import { randomBytes } from 'node:crypto';
import type { Variables } from '@modelrack/http';
import { answerHealth } from '../routes/answer-models.ts';
import { emptyConfig } from '../config/read-config.ts';
import { createEngine } from '../engine/engine.ts';
import { serve } from '../server/listen.ts';
import { emptyReply } from '../routes/reply.ts';
import type { Route } from '../routes/router.ts';
import type { GatewayOptions, RunningGateway } from '../options.ts';
import { answerBridged, answerBridgedCount, passOn } from './answer-bridged.ts';
import { openUpstream } from './upstream.ts';
import type { BridgedUpstream } from './upstream.ts';

export interface BridgeServerOptions extends Pick<GatewayOptions, 'authorities' | 'log' | 'observe' | 'port'> {
  /** The API root of a gateway that has chat completions, without a slash at its end. */
  readonly baseUrl: string;
  /** Environment variables, for proxies. */
  readonly variables?: Variables;
}

function listRoutes(upstream: BridgedUpstream): readonly Route[] {
  // The bridge has no key and accepts any: it goes on to the upstream, which knows its own.
  const open = { isPublic: true, dialect: 'openai' } as const;
  const other = { ...open, path: '/v1/{id}', answer: (call) => passOn(call, upstream) } satisfies Partial<Route>;
  const anthropic = { ...open, method: 'POST', dialect: 'anthropic', body: 'json' } as const;
  return [
    { ...open, method: 'HEAD', path: '/', answer: () => emptyReply },
    { ...open, method: 'HEAD', path: '/api/hello', answer: () => emptyReply },
    { ...open, method: 'GET', path: '/healthz', answer: answerHealth },
    { ...anthropic, path: '/v1/messages', answer: (call) => answerBridged(call, 'messages', upstream) },
    { ...anthropic, path: '/v1/messages/count_tokens', answer: answerBridgedCount },
    {
      ...open,
      method: 'POST',
      path: '/v1/responses',
      body: 'json',
      answer: (call) => answerBridged(call, 'responses', upstream),
    },
    { ...other, method: 'GET' },
    { ...other, method: 'POST', body: 'either' },
  ];
}

/**
 * Serves `/v1/messages` and `/v1/responses` in front of a gateway that has chat completions only, to this machine
 * alone. It holds no key: each caller's own goes on to the gateway.
 * Throws RackError `usage`: the port is taken.
 */
export async function startBridge(options: BridgeServerOptions): Promise<RunningGateway> {
  const { authorities, baseUrl, variables = {} } = options;
  const engine = createEngine({
    config: emptyConfig,
    rows: () => [],
    variables,
    cacheFolder: undefined,
    authorities,
    // It makes no videos: what it passes on has the ids of its upstream.
    jobSecret: randomBytes(32),
    readSecret: () => undefined,
  });
  const host = '127.0.0.1';
  const gate = {
    host,
    routes: listRoutes(openUpstream(baseUrl, engine.client)),
    engine,
    // No route of it asks for a key.
    admit: () => ({ keyId: '', scopes: [] }),
    allowedOrigins: () => [],
    close: () => engine.close(),
  };
  return serve(gate, { ...options, host, port: options.port ?? 0 });
}
