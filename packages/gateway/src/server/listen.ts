import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import { RackError } from '@modelrack/errors';
import { writeLogLine } from './log-line.ts';
import type { HeldBody } from '../provider.ts';
import type { GatewayOptions, RunningGateway } from '../options.ts';
import { answerRequest, nameRequest, readTarget } from './answer-request.ts';
import type { Answered, Gate } from './answer-request.ts';
import { refuse, renderRefusal } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { replyRefusal } from '../routes/reply.ts';
import { sendReply } from './send-reply.ts';
import type { Sent } from './send-reply.ts';
import { Stop } from '../stop.ts';
import type { StopSignal } from '../stop.ts';

const headerLimit = 64 * 1024;
/** Node's own 5 s resets the pooled connections of clients. */
const keepAliveMs = 75_000;
const headersMs = 60_000;
const parallelLimit = 64;
/** How long running answers may take when the gateway closes and nobody said more. */
const usualGraceMs = 500;

/** What others do with a record must not break an answer. */
function callSafely(call: () => void): void {
  try {
    call();
  } catch {
    // The observer's own fault; it has no say in what the caller gets.
  }
}

export interface ServeOptions extends Pick<GatewayOptions, 'log' | 'observe' | 'readCommand'> {
  readonly host: string;
  readonly port: number;
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly gate: Gate;
  readonly signal: StopSignal;
}

function answerRefused(request: IncomingMessage, refusal: Refusal): Answered {
  const requestId = nameRequest(request);
  return { reply: replyRefusal(refusal, 'openai', requestId), route: undefined, body: undefined, requestId };
}

async function answerOnce({ gate, request, signal }: Arrival, isCrowded: boolean): Promise<Answered> {
  if (isCrowded) {
    const refusal = refuse(429, 'too_many_requests', `More than ${parallelLimit} requests at a time.`);
    return answerRefused(request, { ...refusal, headers: { 'retry-after': '1' } });
  }
  try {
    return await answerRequest(request, gate, signal);
  } catch (error) {
    if (signal.aborted || (request.destroyed && !request.complete)) throw error;
    return answerRefused(request, refuse(500, 'internal_error', 'The gateway failed; the fault is its own.'));
  }
}

function createListener(options: ServeOptions, gate: Gate) {
  let running = 0;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const start = performance.now();
    const hangUp = new Stop();
    running += 1;
    response.once('close', () => {
      running -= 1;
      // Whoever got the whole answer may leave: aborting costs, and nobody listens any more.
      if (!response.writableFinished) hangUp.abort();
    });
    let answered: Answered | undefined;
    let sent: Sent | undefined;
    try {
      answered = await answerOnce({ request, gate, signal: hangUp }, running > parallelLimit);
      const { body, reply } = answered;
      callSafely(() => observe(options, request, { status: reply.status, body }));
      sent = await sendReply(response, reply, { requestId: answered.requestId, signal: hangUp });
    } catch {
      // The caller hung up, or the answer broke off: the connection ends without the end of an answer.
      response.destroy();
    }
    answered?.body?.release();
    const { log } = options;
    if (log === undefined) return;
    const ms = Math.round(performance.now() - start);
    callSafely(() => log(writeLogLine({ method: request.method ?? 'GET', answered, sent, ms })));
  };
}

function observe(
  { observe: tell }: ServeOptions,
  request: IncomingMessage,
  { body, status }: { readonly body: HeldBody | undefined; readonly status: number },
): void {
  if (tell === undefined) return;
  const { headers, method = 'GET', url = '/' } = request;
  tell({ method, ...readTarget(url), headers, body: body?.json(), status });
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
  const body = JSON.stringify(renderRefusal(refusal, 'openai', 'req_failed'));
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

/** Closes once; whoever asks again can only shorten the time that running answers get. */
function createCloser(server: Server, whenClosed: () => Promise<void>): (graceMs: number) => Promise<void> {
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    // A connection that is kept falls idle after its answer, and would be waited for.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    clearInterval(sweep);
    await whenClosed();
  };
  return async (graceMs) => {
    // An answer that still runs is called off by the end of its connection.
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    await (closed ??= close());
    clearTimeout(timer);
  };
}

/** The address that a caller on this machine uses. */
function nameAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}

/**
 * Listens, and answers by what the gate leads to.
 * Throws RackError `usage`: the port is taken or the address is not this machine's.
 */
export async function serve(doors: Omit<Gate, 'site'>, options: ServeOptions): Promise<RunningGateway> {
  let origin = '';
  const gate: Gate = { ...doors, site: { origin: () => origin, readCommand: options.readCommand } };
  const answer = createListener(options, gate);
  const server = createServer(
    { maxHeaderSize: headerLimit, keepAliveTimeout: keepAliveMs, headersTimeout: headersMs },
    (request, response) => void answer(request, response),
  );
  server.on('clientError', answerBrokenRequest);
  const port = await listen(server, options.host, options.port).catch(async (error: unknown) => {
    await gate.close();
    throw error;
  });
  const url = `http://${nameAddress(options.host)}:${port}`;
  origin = url;
  const close = createCloser(server, () => gate.close());
  return { url, baseUrl: `${url}/v1`, port, close: (graceMs = usualGraceMs) => close(graceMs) };
}
