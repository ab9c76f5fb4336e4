import type { Preset, Provider, ProviderRequest } from '../provider.ts';
import type { UpstreamClient } from './client.ts';
import { joinHeaders } from './headers.ts';
import { addHop, hopsHeader } from './hops.ts';

export interface HttpProviderOptions {
  readonly preset: Preset;
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly client: UpstreamClient;
}

function authorize({ preset, key }: Pick<HttpProviderOptions, 'preset' | 'key'>): Readonly<Record<string, string>> {
  if (key === undefined || preset.auth === 'none') return {};
  return preset.auth === 'x-api-key' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
}

const mostUrls = 64;

/** An upstream behind a URL. */
export function createHttpProvider({ baseUrl, client, key, preset }: HttpProviderOptions): Provider {
  const credentials = authorize({ preset, key });
  // At its usual address a provider is no gateway that could lead back to us.
  const isProvider = baseUrl === preset.baseUrl;
  const urls = new Map<string, URL>();
  const locate = (path: string): URL => {
    const url = urls.get(path) ?? new URL(`${baseUrl}${path}`);
    // Paths of jobs are as many as there are jobs.
    if (urls.size < mostUrls) urls.set(path, url);
    return url;
  };
  return {
    send({ body, headers: sent, method, path, signal }: ProviderRequest) {
      const headers = joinHeaders(preset.headers, sent, credentials);
      if (!isProvider) headers[hopsHeader] = addHop(sent[hopsHeader], client.hop);
      // To take out what is not there would slow down whoever reads it.
      else if (sent[hopsHeader] !== undefined) delete headers[hopsHeader];
      return client.send({
        method,
        url: locate(path),
        headers,
        body,
        signal,
      });
    },
    close: () => Promise.resolve(),
  };
}
