import { RackError } from '@modelrack/errors';
import { isReset } from './explain-failure.ts';
import { guardRequest } from './guard.ts';
import type { Guard } from './guard.ts';
import type { ClientRequest, IncomingMessage, RequestOptions as NodeOptions } from 'node:http';
import type { RequestOptions as NodeTlsOptions } from 'node:https';
import { lengthHeader, sendBody } from './send-body.ts';
import type { OpenOptions, Variables } from './types.ts';
import { proxyFor } from './proxy-for.ts';

export interface OnceOptions {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OpenOptions['body'];
  readonly isSentOnce: boolean | undefined;
  readonly variables: Variables;
  readonly limits: { readonly connect: number; readonly total: number; readonly idle: number | undefined };
  readonly signal: AbortSignal | undefined;
  readonly authorities: string[] | undefined;
}
export interface Opened {
  readonly message: IncomingMessage;
  readonly guard: Guard;
  /** Ends the exchange if it is not over yet. */
  close(): void;
}

/** Sends one request and waits for the headers of its answer. Rejects with a RackError of the guard, or with what Node throws. */
export async function openOnce(options: OnceOptions): Promise<Opened> {
  const [send, proxied] = await Promise.all([transportOf(options.url), agentFor(options)]);
  if (options.signal?.aborted === true) throw new RackError('interrupted', 'interrupted');
  return new Promise((resolve, reject) => {
    const request = send(options.url, nodeOptions(options, proxied?.agent));
    const guard = guardRequest(request, { ...options.limits, signal: options.signal }, () => proxied?.abort());
    request.on('error', (cause) => {
      guard.stop();
      // The server closed a kept connection just as we used it: it has not seen the request.
      if (request.reusedSocket && guard.failure === undefined && isReset(cause)) return resolve(openOnce(options));
      reject(guard.failure ?? proxyFailure(cause, proxied?.host) ?? cause);
    });
    request.once('proxyConnect', (answer: { statusCode?: number }) => {
      if (answer.statusCode !== undefined && answer.statusCode !== 200)
        request.destroy(proxyRefusal(answer.statusCode));
    });
    // Without a listener Node closes the connection, and nobody would ever hear of an answer.
    request.once('upgrade', (message, socket) => {
      guard.stop();
      socket.destroy();
      reject(otherProtocol(message.statusCode));
    });
    request.once('response', (message) => {
      if (message.statusCode === 101) {
        guard.stop();
        request.destroy();
        return reject(otherProtocol(101));
      }
      // An answer that nobody reads to its end may still break; that must not end the program.
      message.on('error', () => undefined);
      const close = () => {
        guard.stop();
        // A complete answer leaves its connection to the next request, but only once it is read: else the
        // connection would keep the process alive.
        if (message.complete) message.resume();
        else request.destroy();
      };
      resolve({ message, guard, close });
    });
    sendBody(request, options.body);
  });
}

function otherProtocol(status = 101): RackError {
  return new RackError('not-a-gateway', `the server wants to switch to another protocol (${status})`, {
    hint: 'check the base URL: this is not the address of an HTTP API',
  });
}

type Send = (url: URL, options: NodeTlsOptions) => ClientRequest;

async function transportOf(url: URL): Promise<Send> {
  // TLS is loaded only where it is spoken: it costs start-up.
  return url.protocol === 'https:' ? (await import('node:https')).request : (await import('node:http')).request;
}

function nodeOptions(options: OnceOptions, agent: NodeOptions['agent']): NodeTlsOptions {
  const connection = {
    // Node's 250 ms per address are too short for a slow line: it would give up the only one that works.
    autoSelectFamilyAttemptTimeout: 1000,
    ...(agent === undefined ? ownConnection(options) : { agent }),
    ...(options.authorities === undefined ? {} : { ca: options.authorities }),
  };
  return { method: options.method, headers: { ...options.headers, ...lengthHeader(options.body) }, ...connection };
}

function ownConnection({ isSentOnce }: OnceOptions): NodeOptions {
  return isSentOnce === true ? { agent: false } : {};
}

interface ProxiedAgent {
  readonly agent: NonNullable<NodeOptions['agent']>;
  /** Of the proxy, with its port. */
  readonly host: string;
  abort(): void;
}

async function agentFor(options: OnceOptions): Promise<ProxiedAgent | undefined> {
  const proxy = proxyFor(options.url, options.variables);
  if (proxy === undefined) return undefined;
  // The agents don't end a connection to the proxy that hangs when the request is destroyed; the signal does.
  const controller = new AbortController();
  const settings = {
    signal: controller.signal,
    ...(options.authorities === undefined ? {} : { ca: options.authorities }),
  };
  const agent =
    options.url.protocol === 'https:'
      ? new (await import('https-proxy-agent')).HttpsProxyAgent(proxy, settings)
      : new (await import('http-proxy-agent')).HttpProxyAgent(proxy, settings);
  return { agent, host: proxy.host, abort: () => controller.abort() };
}

/** Whoever is dialled through a proxy, it is the proxy that does not answer. */
function proxyFailure(cause: NodeJS.ErrnoException, proxy: string | undefined): RackError | undefined {
  if (proxy === undefined || (cause.syscall !== 'connect' && cause.syscall !== 'getaddrinfo')) return undefined;
  const hint = 'see HTTPS_PROXY, HTTP_PROXY and ALL_PROXY; name the host in NO_PROXY to go without';
  return new RackError('unreachable', `the proxy ${proxy} cannot be reached (${cause.code ?? 'unknown'})`, {
    hint,
    cause,
  });
}

function proxyRefusal(status: number): RackError {
  const hint =
    status === 407
      ? 'put user name and password of the proxy into HTTPS_PROXY'
      : 'see HTTPS_PROXY; name the host in NO_PROXY to go without';
  return new RackError('unreachable', `the proxy refused the connection (${status})`, { hint });
}
