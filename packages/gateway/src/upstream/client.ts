import { Readable } from 'node:stream';
import { proxyFor } from '@modelrack/http';
import type { Variables } from '@modelrack/http';
import { Agent, ProxyAgent, buildConnector } from 'undici';
import type { Dispatcher } from 'undici';
import type { OutgoingBody, ProviderAnswer } from '../provider.ts';
import { checkLiteral, guardedLookup } from './addresses.ts';
import type { Reach } from './addresses.ts';
import { joinHeaders } from './headers.ts';
import { createHop } from './hops.ts';
import { Reception } from './receive-answer.ts';
import type { StopSignal } from '../stop.ts';

const connectMs = 10_000;
const firstByteMs = 10 * 60_000;
const betweenChunksMs = 5 * 60_000;
const socketsPerOrigin = 64;

export interface UpstreamRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: OutgoingBody | undefined;
  readonly signal: StopSignal;
  /** Only public addresses, for what an upstream's answer names. */
  readonly isPublicOnly?: boolean;
}

/** Sends requests to upstreams: one attempt each, no redirects, no retries. */
export interface UpstreamClient {
  /** What tells this gateway from others. */
  readonly hop: string;
  send(request: UpstreamRequest): Promise<ProviderAnswer>;
  close(): Promise<void>;
}

export interface ClientOptions {
  /** For proxies. */
  readonly variables: Variables;
  /** Certificate authorities beside those that Node knows. */
  readonly authorities?: readonly string[] | undefined;
}

function connectorFor(reach: Reach, authorities: readonly string[] | undefined): buildConnector.connector {
  const ca = authorities === undefined ? {} : { ca: [...authorities] };
  // `lookup` goes on to `net.connect`; the types of the library do not know it.
  const options: buildConnector.BuildOptions & { lookup: unknown } = {
    timeout: connectMs,
    autoSelectFamily: true,
    lookup: guardedLookup(reach),
    ...ca,
  };
  const connect = buildConnector(options);
  return (target, done) => {
    try {
      checkLiteral(target.hostname, reach);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), null);
      return;
    }
    connect(target, done);
  };
}

/** As much as comes in at once: to copy less than that costs less than to write it by itself. */
const largestCopied = 64 * 1024;

type Sendable = Uint8Array | Readable;

/** Small neighbours as one. */
function gather(pieces: Iterable<Uint8Array>): readonly Uint8Array[] {
  const gathered: Uint8Array[] = [];
  let group: Uint8Array[] = [];
  let size = 0;
  const close = () =>
    gathered.push(group.length === 1 && group[0] !== undefined ? group[0] : Buffer.concat(group, size));
  for (const piece of pieces) {
    if (group.length > 0 && size + piece.length > largestCopied) {
      close();
      group = [];
      size = 0;
    }
    group.push(piece);
    size += piece.length;
  }
  close();
  return gathered;
}

function toSendable(body: OutgoingBody): Sendable {
  const chunks = body.chunks();
  if (!(Symbol.iterator in chunks)) return Readable.from(chunks, { objectMode: false });
  const list = gather(chunks);
  const [first] = list;
  if (list.length === 1 && first !== undefined) return first;
  // The library takes any list of pieces, though its types do not say so.
  return list as unknown as Readable;
}

/** What of a URL a request needs. To read it costs, as each part is cut out of its text anew: once for each URL. */
interface Target {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly dispatcher: Dispatcher;
}

interface Exits {
  targetOf(url: URL, isPublicOnly: boolean): Target;
  close(): Promise<void>;
}

/** The ways out: directly or through a proxy, one pool of connections for each. */
function createExits({ authorities, variables }: ClientOptions): Exits {
  const dispatchers = new Map<string, Dispatcher>();
  const limits = { connections: socketsPerOrigin, headersTimeout: firstByteMs, bodyTimeout: betweenChunksMs };
  const open = (reach: Reach, proxy: URL | undefined): Dispatcher => {
    const connect = connectorFor(reach, authorities);
    if (proxy === undefined) return new Agent({ ...limits, connect });
    const ca =
      authorities === undefined ? {} : { requestTls: { ca: [...authorities] }, proxyTls: { ca: [...authorities] } };
    return new ProxyAgent({ ...limits, uri: proxy.href, ...ca });
  };
  const chooseDispatcher = (url: URL, reach: Reach): Dispatcher => {
    const proxy = proxyFor(url, variables);
    // The proxy resolves names; what is an address already is judged here.
    if (proxy !== undefined) checkLiteral(url.hostname, reach);
    const key = `${reach} ${proxy?.href ?? ''}`;
    const known = dispatchers.get(key) ?? open(reach, proxy);
    dispatchers.set(key, known);
    return known;
  };
  const readTarget = (url: URL, reach: Reach): Target => ({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    dispatcher: chooseDispatcher(url, reach),
  });
  /** The environment does not change while the gateway runs. */
  const targets = new WeakMap<URL, Target>();
  return {
    targetOf(url, isPublicOnly) {
      if (isPublicOnly) return readTarget(url, 'public');
      const target = targets.get(url) ?? readTarget(url, url.protocol === 'http:' ? 'http' : 'https');
      targets.set(url, target);
      return target;
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

export function createClient(options: ClientOptions): UpstreamClient {
  const exits = createExits(options);
  return {
    hop: createHop(),
    async send({ body, headers, isPublicOnly = false, method, signal, url }) {
      const { dispatcher, origin, path } = exits.targetOf(url, isPublicOnly);
      const all = joinHeaders(headers);
      if (body !== undefined) {
        all['content-type'] = body.contentType;
        all['content-length'] = String(body.length);
      }
      const request: Dispatcher.DispatchOptions = {
        origin,
        path,
        // The method was checked by the route table.
        method: method as Dispatcher.HttpMethod,
        headers: all,
        body: body === undefined ? null : toSendable(body),
      };
      const reception = new Reception(signal);
      dispatcher.dispatch(request, reception);
      return reception.answer;
    },
    close: exits.close,
  };
}
