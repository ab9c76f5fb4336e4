import { defineTool, isOlder, type Change, type Json, type PlanInput, type ToolModel } from '@modelrack/tool-kit';

export default defineTool({
  id: 'copilot',
  name: 'GitHub Copilot CLI',
  aliases: ['copilot-cli'],
  homepage: 'https://github.com/github/copilot-cli',
  verified: '1.0.102',
  verification: 'ran',
  detect: { bin: ['copilot'], places: [{ env: 'COPILOT_HOME' }, { home: '.copilot' }], npm: '@github/copilot' },
  // The providers first: the settings point to one.
  files: [
    {
      id: 'main',
      format: 'json',
      strict: true,
      places: [
        { env: 'COPILOT_PROVIDERS_CONFIG' },
        { env: 'COPILOT_HOME', path: 'providers.json' },
        { home: '.copilot/providers.json' },
      ],
    },
    {
      id: 'settings',
      format: 'jsonc',
      places: [{ env: 'COPILOT_HOME', path: 'settings.json' }, { home: '.copilot/settings.json' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/model',
  reload: 'restart copilot: it reads its files only when it starts',
  // References to variables and commands are sent as they stand.
  key: ['literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['providers', '*'], url: ['baseUrl'], key: ['apiKey'] }],
  switchLine: (id, gateway) => `/model ${gateway}/${id}`,
  mcp: {
    file: {
      id: 'servers',
      format: 'jsonc',
      onlyUsual: true,
      places: [{ env: 'COPILOT_HOME', path: 'mcp-config.json' }, { home: '.copilot/mcp-config.json' }],
    },
    path: ['mcpServers'],
    fields: { type: 'local', tools: ['*'] },
  },
  atStart: [
    {
      file: {
        id: 'hooks',
        format: 'json',
        strict: true,
        onlyUsual: true,
        places: [
          { env: 'COPILOT_HOME', path: 'hooks/{connection}-refresh.json' },
          { home: '.copilot/hooks/{connection}-refresh.json' },
        ],
      },
      path: ['hooks', 'sessionStart'],
      // It waits for the command, which only starts another.
      entry: (line) => ({ type: 'command', bash: line, powershell: `& ${line}`, timeoutSec: 10 }),
      needs: { path: ['version'], value: 1 },
    },
  ],
  shadowedBy: [
    {
      variable: 'COPILOT_PROVIDER_BASE_URL',
      why: 'beats providers.json: the switcher shows one model only',
      isFatal: true,
    },
    { variable: 'COPILOT_MODEL', why: 'beats the model of the settings' },
  ],
  runs: { ask: ['--model', '{gateway}/{model}', '-p', '{prompt}'] },
  session: {
    variables: {
      COPILOT_PROVIDERS_CONFIG: '{path:main}',
      COPILOT_MODEL: '{gateway}/{model}',
      // It would hide the list.
      COPILOT_PROVIDER_BASE_URL: '',
    },
    copies: ['main'],
  },
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, version, file } = input;
  const main = file('main');
  const provider = ['providers', { item: { name: gateway.id } }];
  return [
    main.set([...provider, 'type'], 'openai', 'identity'),
    main.set([...provider, 'wireApi'], 'completions'),
    main.set([...provider, 'baseUrl'], gateway.url, 'required'),
    ...(gateway.key.form === 'literal' ? [main.set([...provider, 'apiKey'], gateway.key.value)] : []),
    main.own(
      ['models'],
      models.map((model) => ({ id: model.id, fields: rowFields(model, gateway.id) })),
      { as: 'list', key: 'id', match: { provider: gateway.id } },
    ),
    ...defaultChanges(input),
    ...(isOlder(version, '1.0.83') ? [{ kind: 'note' as const, text: tooOld(version) }] : []),
  ];
}

function tooOld(version: string | undefined): string {
  return `Copilot CLI ${version} does not read providers.json, which came with 1.0.83: update it, or set COPILOT_PROVIDER_BASE_URL, COPILOT_PROVIDER_API_KEY and COPILOT_MODEL`;
}

/** One that leads to us goes with us: without its provider nothing could be asked. */
function defaultChanges({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const settings = file('settings');
  const prefix = `${gateway.id}/`;
  if (defaultModel !== undefined) return [settings.set(['model'], prefix + defaultModel, 'choice')];
  const current = settings.get(['model']);
  if (typeof current !== 'string' || !current.startsWith(prefix)) return [];
  const isListed = models.length === 0 || models.some(({ id }) => prefix + id === current);
  const text = `the model ${JSON.stringify(current)} of settings.json is not in the gateway's list: name another with --default`;
  return [settings.claim(['model']), ...(isListed ? [] : [{ kind: 'note' as const, text }])];
}

function rowFields(model: ToolModel, provider: string): Record<string, Json> {
  const { id, label, contextWindow, outputLimit } = model;
  const hasLimits = contextWindow !== undefined && outputLimit !== undefined && outputLimit < contextWindow;
  return {
    provider,
    id,
    name: label,
    ...(contextWindow === undefined ? {} : { maxContextWindowTokens: contextWindow }),
    ...(hasLimits ? { maxPromptTokens: contextWindow - outputLimit, maxOutputTokens: outputLimit } : {}),
  };
}
