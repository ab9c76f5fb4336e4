import { defineTool, type Change, type PlanInput } from '@modelrack/tool-kit';

export default defineTool({
  id: 'gptme',
  name: 'gptme',
  aliases: [],
  homepage: 'https://gptme.org',
  verified: '0.35.1',
  verification: 'ran',
  detect: { bin: ['gptme'], places: [{ home: '.config/gptme' }] },
  // No variable moves it, on no system. What stands in config.local.toml beside it wins, field by field.
  files: [{ id: 'main', format: 'toml', places: [{ home: '.config/gptme/config.toml' }] }],
  reads: [{ id: 'local', format: 'toml', places: [{ home: '.config/gptme/config.local.toml' }] }],
  wires: ['chat'],
  modelChoice: 'live',
  picks: '/models',
  reload: 'restart gptme: it reads its file only when it starts',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: false,
  pointsTo: [
    { file: 'main', at: ['providers', '*'], url: ['base_url'], keyVariable: ['api_key_env'], key: ['api_key'] },
  ],
  switchLine: (id, gateway) => `/model ${gateway}/${id}`,
  mcp: {
    file: 'main',
    path: ['mcp', 'servers'],
    as: 'list',
    fields: { enabled: true },
    needs: { path: ['mcp', 'enabled'], value: true },
  },
  runs: { ask: ['-m', '{gateway}/{model}', '--non-interactive', '{prompt}'] },
  // Its provider for servers on one's own machine takes its address from a variable.
  session: {
    variables: { OPENAI_BASE_URL: '{url}', OPENAI_API_KEY: '{key}' },
    args: ['--model', 'local/{model}'],
  },
  plan,
});

/** gptme asks the gateway for its models itself: only the provider is written. A field that it does not know stops it. */
function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const provider = ['providers', { item: { name: gateway.id } }];
  const [first] = models;
  const start = defaultModel ?? first?.id;
  return [
    main.set([...provider, 'base_url'], gateway.url, 'required'),
    ...(gateway.key.form === 'env' ? [main.set([...provider, 'api_key_env'], gateway.key.name)] : []),
    ...(gateway.key.form === 'literal' ? [main.set([...provider, 'api_key'], gateway.key.value)] : []),
    // For `-m <connection>` alone.
    ...(start === undefined
      ? []
      : [main.set([...provider, 'default_model'], start, defaultModel === undefined ? 'missing' : 'choice')]),
    ...(defaultModel === undefined ? [] : [main.set(['models', 'default'], `${gateway.id}/${defaultModel}`, 'choice')]),
    ...notes(gateway.id, models),
  ];
}

function notes(provider: string, models: PlanInput['models']): Change[] {
  const [first] = models;
  if (first === undefined) return [];
  return [
    {
      kind: 'note',
      text:
        `gptme 0.35 asks for the list without the key: where the gateway wants one, /models shows none of its models, ` +
        `but /model ${provider}/<id> takes every one (as in /model ${provider}/${first.id})`,
    },
    {
      kind: 'note',
      text: 'gptme assumes a window of 128,000 tokens for every model of the gateway, and has no field to say otherwise',
    },
  ];
}
