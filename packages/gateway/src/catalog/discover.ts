import { readModelList } from '@modelrack/catalog';
import type { Model } from '@modelrack/catalog';
import { isObject, toObject, toText } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { outgoingJson } from '../upstream/held-json.ts';
import type { ProviderConnection, ProviderRequest } from '../provider.ts';

/** A list that could not be read, and how the connection answered. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined) {
    super(message);
    this.status = status;
  }
}

const mostPages = 50;
const largest = 32 * 1024 * 1024;
const showsAtOnce = 4;

interface Ask {
  readonly connection: ProviderConnection;
  readonly signal: AbortSignal;
}

async function ask({ connection, signal }: Ask, path: string, json?: JsonObject): Promise<Json> {
  const body = json === undefined ? undefined : outgoingJson([Buffer.from(JSON.stringify(json))]);
  const request: ProviderRequest = {
    operation: 'chat',
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { accept: 'application/json', 'user-agent': 'modelrack' },
    body,
    held: undefined,
    model: '',
    served: '',
    asked: '',
    window: undefined,
    signal,
  };
  const answer = await connection.provider.send(request);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > largest) throw new ListError('its model list is too long', answer.status);
    chunks.push(chunk);
  }
  if (answer.status === 508) throw new ListError('it leads back to this gateway', answer.status);
  if (answer.status !== 200) throw new ListError(`it answered ${answer.status} to the model list`, answer.status);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new ListError('its model list is not JSON', answer.status);
  }
}

/** The query of the page behind this one; undefined: it is the last. */
function nextPage(body: Json, shape: 'openai' | 'anthropic' | 'ollama'): string | undefined {
  const page = toObject(body);
  if (shape === 'anthropic' || page['has_more'] === true) {
    const last = toText(page['last_id']);
    return page['has_more'] === true && last !== undefined ? `after_id=${encodeURIComponent(last)}` : undefined;
  }
  const token = toText(page['next_page_token']);
  if (token) return `page_token=${encodeURIComponent(token)}`;
  const next = toText(toObject(page['links'])['next']) ?? '';
  return next.includes('?') ? next.slice(next.indexOf('?') + 1) : undefined;
}

async function readPages(asked: Ask, path: string, shape: 'openai' | 'anthropic'): Promise<Map<string, Model>> {
  const found = new Map<string, Model>();
  const size = shape === 'anthropic' ? 'limit=1000' : '';
  let query: string | undefined = size;
  for (let page = 0; query !== undefined && page < mostPages; page += 1) {
    const body: Json = await ask(asked, query === '' ? path : `${path}?${query}`);
    const before = found.size;
    for (const [id, model] of readModelList(body).models) found.set(id, model);
    // A page without anything new: the upstream does not know our cursor.
    if (found.size === before) break;
    const next = nextPage(body, shape);
    query = next === undefined ? undefined : [size, next].filter((part) => part !== '').join('&');
  }
  return found;
}

/** Its list by the usual route says nothing of windows; its own does, model by model. */
async function readOllama(asked: Ask, path: string): Promise<Map<string, Model>> {
  const found = await readPages(asked, path, 'openai');
  const ids = [...found.keys()];
  // Its own routes lie beside `/v1`, which is what the base URL ends in.
  const show = '/../api/show';
  const read = async (id: string): Promise<void> => {
    const body = await ask(asked, show, { model: id }).catch(() => undefined);
    const shown = isObject(body) ? readModelList(body, { only: id }).models.get(id) : undefined;
    if (shown !== undefined) found.set(id, shown);
  };
  for (let start = 0; start < ids.length; start += showsAtOnce) {
    await Promise.all(ids.slice(start, start + showsAtOnce).map(read));
  }
  return found;
}

/** Models by the upstream's own ids. Throws ListError, or what the connection broke off with. */
export async function discoverModels(connection: ProviderConnection, signal: AbortSignal): Promise<Map<string, Model>> {
  const { name, preset, provider } = connection;
  if (provider.models !== undefined) {
    const rows = provider.models();
    const { models } = readModelList({ object: 'list', data: rows });
    const strip = (id: string) => (id.startsWith(`${name}/`) ? id.slice(name.length + 1) : id);
    return new Map([...models].map(([id, model]) => [strip(id), model]));
  }
  const { list } = preset;
  if (list === undefined) return new Map();
  const asked = { connection, signal };
  if (list.shape === 'ollama') return readOllama(asked, list.path);
  return readPages(asked, list.path, list.shape);
}
