import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RackError } from '@modelrack/errors';
import { createKeyRing, keepPlainKey } from '../auth/key-ring.ts';
import type { KeptKey } from '../auth/key-ring.ts';
import { emptyConfig } from '../config/read-config.ts';
import { createEngine } from '../engine/engine.ts';
import { admitByKey } from '../server/admit.ts';
import type { Gate } from '../server/answer-request.ts';
import { serve } from '../server/listen.ts';
import { selectRoutes } from '../routes/router.ts';
import type { GatewayOptions, RunningGateway } from '../options.ts';
import { isRefusal } from '../refusal.ts';

function readKeys({ key }: GatewayOptions): readonly KeptKey[] {
  const keys = typeof key === 'string' ? [key] : key;
  if (keys.length === 0 || keys.some((one) => !/^\S+$/u.test(one))) {
    throw new RackError('usage', 'The gateway needs a key without spaces', {
      hint: 'Make one with createKey().',
    });
  }
  return keys.map(keepPlainKey);
}

function openGate(options: GatewayOptions, host: string): Omit<Gate, 'site'> {
  const {
    authorities,
    cacheFolder,
    config,
    jobSecret,
    models,
    variables = {},
    wires = ['chat', 'messages', 'responses'],
  } = options;
  const own = readKeys(options);
  const readRing = () => createKeyRing([...own, ...(config?.keys() ?? [])]);
  let ring = readRing();
  const engine = createEngine({
    config: config?.current() ?? emptyConfig,
    rows: typeof models === 'object' ? () => models : models,
    variables,
    cacheFolder,
    authorities,
    jobSecret: jobSecret === undefined ? randomBytes(32) : Buffer.from(jobSecret),
    readSecret: (reference) => config?.readSecret(reference),
  });
  const stop = config?.subscribe((what) => {
    if (what === 'keys') ring = readRing();
    else engine.reload(config.current());
  });
  const admit = (headers: IncomingHttpHeaders) => {
    const admitted = admitByKey(headers, ring);
    return isRefusal(admitted) && config?.hasOtherKeys() === true ? admitByKey(headers, ring) : admitted;
  };
  return {
    host,
    routes: selectRoutes(wires),
    engine,
    admit,
    allowedOrigins: () => config?.current().allowOrigins ?? [],
    async close() {
      stop?.();
      await engine.close();
    },
  };
}

/**
 * Starts the local gateway.
 * Throws RackError `usage`: no usable key, the port is taken or the address is not this machine's.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { host = '127.0.0.1', log, observe, port = 0, readCommand } = options;
  const told = { ...(log === undefined ? {} : { log }), ...(observe === undefined ? {} : { observe }) };
  return serve(openGate(options, host), { host, port, readCommand, ...told });
}
