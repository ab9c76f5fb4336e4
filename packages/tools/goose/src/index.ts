import {
  defineTool,
  perToken,
  textOf,
  type Change,
  type Json,
  type Place,
  type PlanInput,
  type ToolFile,
  type ToolModel,
} from '@modelrack/tool-kit';

/** Where `goose info` says that its configuration is. */
function inConfig(file: string): readonly Place[] {
  return [
    { env: 'GOOSE_PATH_ROOT', path: `config/${file}` },
    { config: `Block/goose/config/${file}`, on: ['win32'] },
    { xdgConfig: `goose/${file}`, on: ['linux', 'darwin'] },
  ];
}

export default defineTool({
  id: 'goose',
  name: 'Goose',
  aliases: [],
  homepage: 'https://github.com/aaif-goose/goose',
  verified: '1.52.0',
  verification: 'ran',
  detect: {
    bin: ['goose'],
    places: [
      { config: 'Block/goose', on: ['win32'] },
      { xdgConfig: 'goose', on: ['linux', 'darwin'] },
    ],
  },
  files: [
    // A provider is a file. One that goose cannot read hides all providers of the user's.
    { id: 'main', format: 'json', strict: true, places: inConfig('custom_providers/{connection}.json') },
    { id: 'config', format: 'yaml', places: inConfig('config.yaml') },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '`goose configure`, or /model <id> in a session',
  reload: 'start a new goose session: a running one keeps its list',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  interpolates: [],
  // Nothing is substituted in a header either: a literal key goes in as it is.
  escape: (literal) => literal,
  exclusive: false,
  switchLine: (id, gateway) => `/model --provider ${gateway} ${id}`,
  mcp: {
    file: 'config',
    path: ['extensions'],
    command: 'cmd',
    fields: { enabled: true, type: 'stdio', name: '{name}' },
  },
  shadowedBy: [
    { variable: 'GOOSE_PROVIDER', why: 'beats the provider of the configuration' },
    { variable: 'GOOSE_MODEL', why: 'beats the model of the configuration' },
  ],
  runs: { ask: ['run', '--no-session', '--provider', '{gateway}', '--model', '{model}', '-t', '{prompt}'] },
  // Its provider for OpenAI, led to the gateway: a provider of its own is a file.
  session: {
    variables: {
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: '{model}',
      OPENAI_HOST: '{origin}',
      OPENAI_BASE_URL: '',
      OPENAI_BASE_PATH: '{route}/chat/completions',
      OPENAI_API_KEY: '{key}',
    },
  },
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, defaultModel } = input;
  const main = input.file('main');
  const { key } = gateway;
  const isLiteral = key.form === 'literal';
  return [
    ...identityOf(main, gateway.id),
    main.set(['display_name'], gateway.label, 'needed'),
    ...addressOf(main, gateway.url),
    main.set(['api_key_env'], key.form === 'env' ? key.name : ''),
    // Its own store for keys is the system's keyring or a file, as the machine has it; a header works on all.
    ...(isLiteral
      ? [main.set(['requires_auth'], false), main.set(['headers', 'Authorization'], `Bearer ${key.value}`)]
      : []),
    main.own(
      ['models'],
      models.map((model) => ({ id: model.id, fields: modelFields(model) })),
      { as: 'list', key: 'name', needed: true },
    ),
    // Else it lists what else the gateway has, images and embeddings too.
    main.set(['dynamic_models'], false),
    main.set(['supports_streaming'], true),
    ...(defaultModel === undefined ? [] : defaultOf(input.file('config'), gateway.id, defaultModel)),
    ...notes(input),
  ];
}

function modelFields({ id, contextWindow, price }: ToolModel): Record<string, Json> {
  return {
    name: id,
    ...(contextWindow === undefined ? {} : { context_limit: contextWindow }),
    ...(price === undefined
      ? {}
      : { input_token_cost: perToken(price.input), output_token_cost: perToken(price.output), currency: '$' }),
  };
}

/** Another kind of provider under our name is the user's; ours cannot do without the two either. */
function identityOf(main: ToolFile, id: string): Change[] {
  return Object.entries({ name: id, engine: 'openai' }).map(([field, value]) => {
    const isOther = ![undefined, value].includes(textOf(main.get([field])));
    return main.set([field], value, isOther ? 'identity' : 'needed');
  });
}

/**
 * With the path that it takes by default goose asks `/v1/responses` for ids that look like OpenAI's reasoning
 * models, whatever gateway they are from. Another spelling of the same path keeps it to chat completions.
 */
function addressOf(main: ToolFile, url: string): Change[] {
  const { origin, pathname } = new URL(url);
  if (pathname !== '/v1') return [main.set(['base_url'], `${url}/chat/completions`, 'required')];
  return [main.set(['base_url'], origin, 'required'), main.set(['base_path'], './v1/chat/completions', 'required')];
}

/** The newer form wins where it is there; older releases know only the other one. */
function defaultOf(config: ToolFile, provider: string, model: string): Change[] {
  if (config.get(['active_provider']) === undefined) {
    return [config.set(['GOOSE_PROVIDER'], provider, 'choice'), config.set(['GOOSE_MODEL'], model, 'choice')];
  }
  const block = ['providers', provider];
  return [
    config.set(['active_provider'], provider, 'choice'),
    config.set([...block, 'enabled'], true, 'choice'),
    config.set([...block, 'configured'], true, 'choice'),
    config.set([...block, 'model'], model, 'choice'),
  ];
}

function notes({ gateway, models, defaultModel, file }: PlanInput): Change[] {
  if (models.length === 0 || defaultModel !== undefined) return [];
  const chosen = chosenModel(file('config'), gateway.id);
  if (chosen === undefined || models.some(({ id }) => id === chosen)) return [];
  const text = `goose's model "${chosen}" is not in the gateway's list: change it, or name another with --default`;
  return [{ kind: 'note', text }];
}

/** The model that goose starts with, if it is one of ours. */
function chosenModel(config: ToolFile, provider: string): string | undefined {
  const active = config.get(['active_provider']) ?? config.get(['GOOSE_PROVIDER']);
  if (active !== provider) return undefined;
  const isNewer = config.get(['active_provider']) !== undefined;
  return textOf(config.get(isNewer ? ['providers', provider, 'model'] : ['GOOSE_MODEL']));
}
