import { RackError } from '@modelrack/errors';
import { displayUrl, openResponse } from '@modelrack/http';
import type { OpenResponse } from '@modelrack/http';
import { isSuccess, readStart } from './call.ts';
import { explainCall } from './explain-call.ts';
import type { CallOptions, Gateway } from './types.ts';

const mostRedirects = 5;
const mostBytes = 256 * 2 ** 20;

/**
 * Opens a file that the gateway points to. The key goes to the gateway's own origin only; redirects lead anywhere
 * else without it. Whoever reads the answer has to close it.
 */
export async function openDownload(gateway: Gateway, address: string, options: CallOptions): Promise<OpenResponse> {
  let url = parsed(address, gateway.apiRoot);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await openResponse({
      method: 'GET',
      url: url.href,
      headers: { accept: '*/*', 'user-agent': 'modelrack', ...keyFor(gateway, url) },
      variables: gateway.variables,
      timeouts: { connect: 10_000, total: Number.POSITIVE_INFINITY, idle: 60_000 },
      signal: options.signal,
    });
    if (isSuccess(response.status)) return response;
    const next = response.headers['location'];
    if (response.status < 300 || response.status >= 400 || next === undefined) throw await refused(gateway, response);
    response.close();
    url = parsed(next, response.url);
  }
  throw new RackError('not-a-gateway', `more than ${mostRedirects} redirects`, { path: displayUrl(address) });
}

/** A whole file in memory, for what is small: pictures. */
export async function downloadBytes(gateway: Gateway, url: string, options: CallOptions): Promise<Uint8Array> {
  const response = await openDownload(gateway, url, options);
  const path = displayUrl(response.url);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response.stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > mostBytes) throw new RackError('broken-body', 'the file is too large', { path });
    }
  } catch (cause) {
    if (cause instanceof RackError) throw cause;
    throw response.failure() ?? new RackError('broken-body', 'the download was cut off', { path, cause });
  } finally {
    response.close();
  }
  return Buffer.concat(chunks, length);
}

function keyFor({ apiRoot, key }: Gateway, url: URL): Record<string, string> {
  const isOwn = url.origin === new URL(apiRoot).origin;
  return isOwn && key !== undefined && key !== '' ? { authorization: `Bearer ${key}` } : {};
}

async function refused(gateway: Gateway, response: OpenResponse): Promise<RackError> {
  const { status, url } = response;
  const text = await readStart(response);
  if (new URL(url).origin === new URL(gateway.apiRoot).origin) {
    return explainCall({ status, text, url, key: gateway.key });
  }
  // The storage behind a gateway: its errors say nothing about our key.
  return new RackError('server', `the file could not be downloaded (${status})`, {
    path: displayUrl(url),
    hint: 'its address may have expired',
  });
}

function parsed(address: string, base: string): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  throw new RackError('broken-body', 'the gateway points to something that is not a web address', { path: base });
}
