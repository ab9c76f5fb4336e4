import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import { RackError } from '@modelrack/errors';
import { hashKey } from '../auth/keys.ts';
import { demoModels } from '../catalog/demo-models.ts';
import { readCatalog } from '../catalog/model-list.ts';
import type { GatewayOptions, RunningGateway } from '../types.ts';
import { answerRequest, readTarget } from './answer-request.ts';
import type { Answered, Gate } from './answer-request.ts';
import { refuse } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import { replyRefusal, sendReply } from './reply.ts';
import { selectRoutes } from './router.ts';

const headerLimit = 64 * 1024;
/** Node's own 5 s resets the pooled connections of clients. */
const keepAliveMs = 75_000;
const headersMs = 60_000;
const parallelLimit = 64;
/** How long running answers may take when the gateway closes. */
const graceMs = 500;

function openGate(options: GatewayOptions, host: string): Gate {
  const keys = typeof options.key === 'string' ? [options.key] : options.key;
  if (keys.length === 0 || keys.some((key) => !/^\S+$/u.test(key))) {
    throw new RackError('usage', 'The gateway needs a key without spaces', {
      hint: 'Make one with createKey().',
    });
  }
  const { models = demoModels } = options;
  return {
    host,
    keys: keys.map(hashKey),
    routes: selectRoutes(options.wires ?? ['chat', 'messages', 'responses']),
    readCatalog: () => readCatalog(typeof models === 'function' ? models() : models),
  };
}

/** What others do with a record must not break an answer. */
function callSafely(call: () => void): void {
  try {
    call();
  } catch {
    // The observer's own fault; it has no say in what the caller gets.
  }
}

function failedAnswer(refusal: Refusal): Answered {
  const requestId = 'req_failed';
  const reply = replyRefusal(refusal, 'openai', requestId);
  return { reply, route: undefined, json: undefined, requestId };
}

async function answerOnce(request: IncomingMessage, gate: Gate, isCrowded: boolean) {
  if (isCrowded) {
    const refusal = refuse(429, 'too_many_requests', `More than ${parallelLimit} requests at a time.`);
    return failedAnswer({ ...refusal, headers: { 'retry-after': '1' } });
  }
  try {
    return await answerRequest(request, gate);
  } catch (error) {
    if (request.destroyed && !request.complete) throw error;
    return failedAnswer(refuse(500, 'internal_error', 'The gateway failed; the fault is its own.'));
  }
}

function writeLog(options: GatewayOptions, facts: Readonly<Record<string, unknown>>): void {
  const { log } = options;
  if (log !== undefined) callSafely(() => log(JSON.stringify(facts)));
}

function createListener(options: GatewayOptions, gate: Gate) {
  let running = 0;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const start = performance.now();
    const hangUp = new AbortController();
    const { method = 'GET' } = request;
    running += 1;
    response.once('close', () => {
      running -= 1;
      hangUp.abort();
    });
    try {
      const answered = await answerOnce(request, gate, running > parallelLimit);
      const { reply, json, route } = answered;
      const { status } = reply;
      const target = readTarget(request.url ?? '/');
      const { headers } = request;
      callSafely(() => options.observe?.({ method, ...target, headers, body: json, status }));
      response.once('close', () => {
        const ms = Math.round(performance.now() - start);
        writeLog(options, { method, route, model: reply.model, status, ms });
      });
      response.setHeader('x-request-id', answered.requestId);
      await sendReply(response, reply, hangUp.signal);
    } catch {
      // The caller hung up, or a write failed because of it: nobody is left to be told.
      response.destroy();
    }
  };
}

/** Answers what Node's parser refuses before it becomes a request. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const refusal = isLarge
    ? refuse(431, 'headers_too_large', 'The headers are larger than the limit of 64 KB.')
    : refuse(400, 'broken_request', 'This is not a valid HTTP request.');
  const [body = ''] = replyRefusal(refusal, 'openai', 'req_failed').pieces;
  const reason = isLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const length = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${reason}\r\n${length}\r\nconnection: close\r\n\r\n${body}`);
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  }).catch((error: NodeJS.ErrnoException) => {
    const message =
      error.code === 'EADDRINUSE'
        ? `Port ${port} is in use`
        : `Cannot listen on ${host}:${port} (${error.code ?? error.message})`;
    throw new RackError('usage', message, { hint: 'Choose another port.', cause: error });
  });
  // A server on TCP has an address object; the text form belongs to pipes.
  return (server.address() as AddressInfo).port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** The address that a caller on this machine uses. */
function nameAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}

/**
 * Starts the local gateway.
 * Throws RackError `usage`: no usable key, the port is taken or the address is not this machine's.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { host = '127.0.0.1' } = options;
  const gate = openGate(options, host);
  const server = createServer(
    { maxHeaderSize: headerLimit, keepAliveTimeout: keepAliveMs, headersTimeout: headersMs },
    createListener(options, gate),
  );
  server.on('clientError', answerBrokenRequest);
  const port = await listen(server, host, options.port ?? 0);
  const url = `http://${nameAddress(host)}:${port}`;
  let closed: Promise<void> | undefined;
  return {
    url,
    baseUrl: `${url}/v1`,
    port,
    close: () => (closed ??= closeServer(server)),
  };
}
