import {
  defineTool,
  perToken,
  type Change,
  type Diversion,
  type Json,
  type PlanInput,
  type Price,
  type ToolModel,
} from '@modelrack/tool-kit';

/** LiteLLM cuts it off and asks `openai-api-base` for the rest; without it, another provider would be asked. */
const prefix = 'openai/';

export default defineTool({
  id: 'aider',
  name: 'Aider',
  aliases: [],
  homepage: 'https://aider.chat',
  verified: '0.86.2',
  verification: 'ran',
  detect: { bin: ['aider'], places: [{ home: '.aider.conf.yml' }, { home: '.aider' }] },
  files: [
    // Read as JSON5: comments and trailing commas are at home in it.
    {
      id: 'models',
      format: 'jsonc',
      places: [{ home: '.aider.model.metadata.json' }],
      project: [{ project: '.aider.model.metadata.json' }],
    },
    {
      id: 'main',
      format: 'yaml',
      places: [{ home: '.aider.conf.yml' }],
      project: [{ project: '.aider.conf.yml' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/models openai/',
  reload: 'restart aider: it reads its files only when it starts',
  // In the file it beats every variable: none of them can send another key to the gateway.
  key: ['literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: true,
  pointsTo: [{ file: 'main', at: [], url: ['openai-api-base'], key: ['openai-api-key'] }],
  diverts,
  switchLine: (id) => `/model ${prefix}${id}`,
  shadowedBy: [
    { variable: 'OPENAI_API_BASE', why: 'is also set in this shell, but this file wins', loses: true },
    { variable: 'OPENAI_API_KEY', why: 'is also set in this shell, but this file wins', loses: true },
    { variable: 'AIDER_OPENAI_API_BASE', why: 'beats the address in this file' },
    { variable: 'AIDER_OPENAI_API_KEY', why: 'beats the key in this file' },
    { variable: 'AIDER_MODEL', why: 'beats the model in this file' },
  ],
  runs: { ask: ['--model', 'openai/{model}', '--no-git', '--yes-always', '--message', '{prompt}'] },
  // A variable beats the files, in which the key would have to be a literal.
  session: {
    variables: {
      AIDER_OPENAI_API_BASE: '{url}',
      AIDER_OPENAI_API_KEY: '{key}',
      AIDER_MODEL: `${prefix}{model}`,
      AIDER_MODEL_METADATA_FILE: '{path:models}',
    },
  },
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, defaultModel, file } = input;
  const main = file('main');
  const [first] = models;
  const changes: Change[] = [
    file('models').own(
      [],
      models.map((model) => ({ id: model.id, fields: metadataOf(model) })),
      { as: 'map', prefix },
    ),
    main.set(['openai-api-base'], gateway.url, 'outdated'),
  ];
  if (gateway.key.form === 'literal') changes.push(main.set(['openai-api-key'], gateway.key.value, 'outdated'));
  if (defaultModel !== undefined) changes.push(main.set(['model'], prefix + defaultModel, 'choice'));
  else if (first !== undefined) changes.push(main.set(['model'], prefix + first.id, 'missing'));
  return [...changes, ...notesOn(input)];
}

/** The first two fields put it into the list. */
function metadataOf({ contextWindow, statedOutput, vision, price }: ToolModel): Record<string, Json> {
  return {
    litellm_provider: 'openai',
    mode: 'chat',
    ...(contextWindow === undefined ? {} : { max_input_tokens: contextWindow }),
    ...(statedOutput === undefined ? {} : { max_output_tokens: statedOutput }),
    ...(vision === undefined ? {} : { supports_vision: vision }),
    ...(price === undefined ? {} : costsOf(price)),
  };
}

function costsOf({ input, output, cacheRead }: Price): Record<string, Json> {
  return {
    input_cost_per_token: perToken(input),
    output_cost_per_token: perToken(output),
    ...(cacheRead === undefined ? {} : { cache_read_input_token_cost: perToken(cacheRead) }),
  };
}

function notesOn({ gateway, models, defaultModel, file }: PlanInput): Change[] {
  if (models.length === 0) return [];
  const main = file('main');
  const texts: string[] = [];
  if (main.get(['openai-api-base']) !== gateway.url) {
    texts.push(`every model whose name begins with ${prefix} is requested from the gateway from now on`);
  }
  const current = main.get(['model']);
  const isOffered = current === undefined || models.some(({ id }) => prefix + id === current);
  if (!isOffered && defaultModel === undefined) {
    texts.push(
      `model ${JSON.stringify(current)} is not in the gateway's list: choose one with /model, or name one with --default`,
    );
  }
  return texts.map((text) => ({ kind: 'note', text }));
}

/** What reaches OpenAI, or what poses as it, now. */
function diverts({ gateway, file }: Pick<PlanInput, 'gateway' | 'file'>): readonly Diversion[] {
  const main = file('main');
  const base = main.get(['openai-api-base']);
  if (base === gateway.url) return [];
  const found: string[] = [];
  if (base !== undefined) found.push(`openai-api-base is ${JSON.stringify(base)}`);
  if (isSet(main.get(['openai-api-key']))) found.push('openai-api-key is set');
  for (const option of ['set-env', 'api-key']) {
    if (holdsOpenAi(main.get([option]))) found.push(`${option} has a value for OpenAI`);
  }
  const model = main.get(['model']);
  if (typeof model === 'string' && isOpenAiModel(model)) found.push(`model is ${JSON.stringify(model)}`);
  return found.map((what) => ({ what, path: main.path }));
}

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** `OPENAI_API_BASE=…`, `openai=…`; one text, or a list of them. */
function holdsOpenAi(value: Json | undefined): boolean {
  const texts = Array.isArray(value) ? value : [value];
  return texts.some((text) => typeof text === 'string' && /^\s*openai(_api_(key|base))?\s*=/i.test(text));
}

/** LiteLLM takes these for OpenAI's without being told so. */
function isOpenAiModel(name: string): boolean {
  return name.startsWith(prefix) || /^(gpt-|chatgpt-|o\d|4o?$|4-turbo$|35)/.test(name);
}
