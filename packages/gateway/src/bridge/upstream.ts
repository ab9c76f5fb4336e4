import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readKey } from '../auth/keys.ts';
import { discoverModels } from '../catalog/discover.ts';
import { listModels } from '../catalog/list-models.ts';
import type { Catalog } from '../model-list.ts';
import type { Preset, ProviderConnection } from '../provider.ts';
import { createHttpProvider } from '../upstream/http-provider.ts';
import type { UpstreamClient } from '../upstream/client.ts';

const freshMs = 5 * 60_000;
/** A list only makes errors and limits better: no question waits long for it. */
const patienceMs = 3000;
const mostLists = 20;

/** The gateway behind a bridge, as one caller sees it. */
export interface BridgedUpstream {
  /** With the caller's own key: the bridge has none. */
  connect(headers: IncomingHttpHeaders): ProviderConnection;
  /** Its models, for their windows; empty if they cannot be had. */
  catalogOf(connection: ProviderConnection): Promise<Catalog>;
}

function presetOf(name: string): Preset {
  return {
    name,
    title: name,
    baseUrl: undefined,
    auth: 'bearer',
    keyVariable: undefined,
    paths: { chat: '/chat/completions' },
    list: { path: '/models', shape: 'openai' },
  };
}

async function readCatalog(connection: ProviderConnection): Promise<Catalog> {
  try {
    const models = await discoverModels(connection, AbortSignal.timeout(patienceMs));
    const known = [...models].map(([id, model]) => ({ id, model, window: model.contextWindow }));
    return listModels({ aliases: [], models: known, hide: [] });
  } catch {
    // Whatever is wrong with it will show where it matters: in the answer.
    return new Map();
  }
}

export function openUpstream(baseUrl: string, client: UpstreamClient): BridgedUpstream {
  const preset = presetOf(new URL(baseUrl).host);
  const lists = new Map<string, { readonly at: number; readonly catalog: Promise<Catalog> }>();
  return {
    connect(headers) {
      const key = readKey(headers);
      return {
        name: preset.name,
        preset,
        baseUrl,
        key,
        provider: createHttpProvider({ preset, baseUrl, key, client }),
      };
    },
    catalogOf(connection) {
      // Callers with different keys see different lists; the key itself is not kept.
      const caller = createHash('sha256')
        .update(connection.key ?? '')
        .digest('hex');
      const known = lists.get(caller);
      if (known !== undefined && Date.now() - known.at < freshMs) return known.catalog;
      if (lists.size >= mostLists) lists.clear();
      const catalog = readCatalog(connection);
      lists.set(caller, { at: Date.now(), catalog });
      return catalog;
    },
  };
}
