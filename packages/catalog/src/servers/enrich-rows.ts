import { isRecord } from '@modelrack/json';
import type { JsonRecord } from '@modelrack/json';
import { withoutV1 } from '../base-url.ts';
import { at, textAt } from '../json-value.ts';
import { readId } from '../rows/read-id.ts';
import type { RawRow } from '../rows/read-rows.ts';
import { askServer } from './ask-server.ts';
import type { Questions } from './ask-server.ts';
import type { Server } from './which-server.ts';

/** What a server tells of its models beside the list: of one id several times where it has several deployments. */
type Told = ReadonlyMap<string, readonly JsonRecord[]>;

const parallel = 4;

/**
 * The rows of a list with what its server tells elsewhere. Nothing that is asked loads a model or is billed, and a
 * failure costs nothing: the rows are then as they were.
 */
export async function enrichRows(
  rows: readonly RawRow[],
  asked: Omit<Questions, 'base'> & { readonly server: Server; readonly apiRoot: string },
): Promise<readonly RawRow[]> {
  const questions = {
    context: asked.context,
    base: withoutV1(asked.apiRoot) ?? asked.apiRoot,
    left: () => asked.left(),
  };
  const told = await ask[asked.server](questions, rows);
  return rows.map((row) => {
    const more = told.get(readId(row) ?? '');
    return more === undefined ? row : { ...row, more };
  });
}

const ask: Readonly<Record<Server, (questions: Questions, rows: readonly RawRow[]) => Promise<Told>>> = {
  litellm: async (questions) => {
    const body =
      (await askServer(questions, { path: '/v1/model/info' })) ?? (await askServer(questions, { path: '/model/info' }));
    return byName(body, 'data', litellmName);
  },
  lmstudio: async (questions) => {
    const newer = await askServer(questions, { path: '/api/v1/models' });
    if (newer !== undefined) return byName(newer, 'models', (row) => textAt(row, 'key'));
    return byName(await askServer(questions, { path: '/api/v0/models' }), 'data', (row) => textAt(row, 'id'));
  },
  xai: async (questions) =>
    byName(await askServer(questions, { path: '/v1/language-models' }), 'models', (row) => textAt(row, 'id')),
  ollama: askOllama,
  llamacpp: async (questions, rows) => {
    const props = await askServer(questions, { path: '/props' });
    const told = {
      n_ctx: at(props, 'default_generation_settings', 'n_ctx'),
      supports_vision: at(props, 'modalities', 'vision'),
      supports_audio_input: at(props, 'modalities', 'audio'),
    };
    return new Map(rows.map((row) => [readId(row) ?? '', [told]]));
  },
};

/** Of a deployment only what describes the model: where it leads to is nobody's business here. */
function litellmName(row: JsonRecord): string | undefined {
  return textAt(row, 'model_info', 'team_public_model_name') ?? textAt(row, 'model_name');
}

function byName(body: unknown, list: string, nameOf: (row: JsonRecord) => string | undefined): Told {
  const told = new Map<string, JsonRecord[]>();
  const rows = at(body, list);
  for (const row of Array.isArray(rows) ? rows.filter(isRecord) : []) {
    const name = nameOf(row);
    const { litellm_params: _, ...stated } = row;
    if (name !== undefined) told.set(name, [...(told.get(name) ?? []), stated]);
  }
  return told;
}

/** One question a model, a few at a time; the first one alone, since another server may have a list like this. */
async function askOllama(questions: Questions, rows: readonly RawRow[]): Promise<Told> {
  const told = new Map<string, readonly JsonRecord[]>();
  const ids = rows.flatMap((row) => readId(row) ?? []);
  const askOne = async (id: string): Promise<void> => {
    const body = await askServer(questions, { path: '/api/show', body: { model: id } });
    if (isRecord(body)) told.set(id, [body]);
  };
  const [first, ...others] = ids;
  if (first !== undefined) await askOne(first);
  if (told.size === 0) return told;
  const worker = async (): Promise<void> => {
    for (let id = others.shift(); id !== undefined; id = others.shift()) await askOne(id);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return told;
}
