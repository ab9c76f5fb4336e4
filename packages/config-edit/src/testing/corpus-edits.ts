import type { Format, Json, SetEdit } from '../types.ts';

export interface CorpusTool {
  readonly format: Format;
  edits(ids: readonly string[]): SetEdit[];
}

const url = 'https://gw.example.test/v1';
const set = (path: SetEdit['path'], value: Json): SetEdit => ({ op: 'set', path, value });
/** Each behind the one before, as a list that keeps an order is written. */
const inOrder = (edits: readonly SetEdit[]): SetEdit[] =>
  edits.map((edit, at) => ({ ...edit, after: edits[at - 1]?.path.at(-1) }));

/** What setting up a gateway writes into the files of the corpus, by folder. */
export const corpusTools: Readonly<Record<string, CorpusTool>> = {
  opencode: {
    format: 'jsonc',
    edits: (ids) => {
      const block = ['provider', 'modelrack'];
      return [
        set([...block, 'npm'], '@ai-sdk/openai-compatible'),
        set([...block, 'options', 'baseURL'], url),
        set([...block, 'options', 'apiKey'], '{env:MODELRACK_API_KEY}'),
        ...inOrder(ids.flatMap((id) => [set([...block, 'models', id, 'limit'], { context: 131072, output: 8192 })])),
      ];
    },
  },
  qwen: {
    format: 'jsonc',
    edits: (ids) =>
      inOrder(
        ids.map((id) =>
          set(['modelProviders', 'openai', { item: { id, baseUrl: url } }], {
            id,
            name: id,
            envKey: 'MODELRACK_API_KEY',
            baseUrl: url,
          }),
        ),
      ),
  },
  claude: {
    format: 'json',
    edits: (ids) => [
      set(['env', 'ANTHROPIC_BASE_URL'], url),
      set(['env', 'ANTHROPIC_DEFAULT_OPUS_MODEL'], ids[0] ?? 'ultra'),
      set(['apiKeyHelper'], "'/usr/bin/node' '/home/jo/modelrack.js' key"),
      ...ids.map((id) => set(['modelPicker', 'options', { item: { value: id } }], { value: id, label: id })),
    ],
  },
  crush: {
    format: 'json',
    edits: (ids) => [
      set(['providers', 'modelrack', 'type'], 'openai-compat'),
      set(['providers', 'modelrack', 'base_url'], url),
      ...ids.map((id) => set(['providers', 'modelrack', 'models', { item: { id } }, 'context_window'], 131072)),
    ],
  },
  zed: {
    format: 'jsonc',
    edits: (ids) => {
      const block = ['language_models', 'openai_compatible', 'modelrack'];
      return [
        set([...block, 'api_url'], url),
        ...ids.map((name) => set([...block, 'available_models', { item: { name } }], { name, max_tokens: 131072 })),
      ];
    },
  },
  codex: {
    format: 'toml',
    edits: (ids) => {
      const table = ['model_providers', 'modelrack'];
      return [
        set(['model_provider'], 'modelrack'),
        set(['model_catalog_json'], '/home/jo/.codex/modelrack-models.json'),
        set([...table, 'name'], 'Gateway'),
        set([...table, 'base_url'], url),
        set([...table, 'http_headers', 'X-First'], ids[0] ?? 'none'),
      ];
    },
  },
};
