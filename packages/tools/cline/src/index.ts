import { defineTool, type Change, type Diversion, type PlanInput } from '@modelrack/tool-kit';

const slot = 'openai-compatible';
const settings = ['providers', slot, 'settings'] as const;

export default defineTool({
  id: 'cline',
  name: 'Cline CLI',
  aliases: [],
  homepage: 'https://github.com/cline/cline',
  verified: '3.0.65',
  verification: 'ran',
  detect: {
    bin: ['cline'],
    places: [{ env: 'CLINE_DATA_DIR' }, { env: 'CLINE_DIR' }, { home: '.cline' }],
    npm: 'cline',
  },
  files: [
    {
      id: 'main',
      format: 'json',
      strict: true,
      places: [
        { env: 'CLINE_PROVIDER_SETTINGS_PATH' },
        { env: 'CLINE_DATA_DIR', path: 'settings/providers.json' },
        { env: 'CLINE_DIR', path: 'data/settings/providers.json' },
        { home: '.cline/data/settings/providers.json' },
      ],
    },
  ],
  wires: ['chat'],
  // Its switcher asks the gateway each time.
  modelChoice: 'live',
  picks: '/model',
  key: ['literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: true,
  pointsTo: [{ file: 'main', at: ['providers', slot, 'settings'], url: ['baseUrl'], key: ['apiKey'] }],
  diverts,
  mcp: {
    file: {
      id: 'servers',
      format: 'json',
      strict: true,
      onlyUsual: true,
      places: [
        { env: 'CLINE_DATA_DIR', path: 'settings/cline_mcp_settings.json' },
        { env: 'CLINE_DIR', path: 'data/settings/cline_mcp_settings.json' },
        { home: '.cline/data/settings/cline_mcp_settings.json' },
      ],
    },
    path: ['mcpServers'],
  },
  runs: { ask: ['-P', 'openai-compatible', '-m', '{model}', '{prompt}'] },
  session: {
    variables: { CLINE_PROVIDER_SETTINGS_PATH: '{path:main}', CLINE_SESSION_BACKEND_MODE: 'local' },
    copies: ['main'],
  },
  plan,
});

/** There is one slot for such gateways, and one provider that is in use. */
function plan(input: PlanInput): readonly Change[] {
  const { gateway, file } = input;
  const main = file('main');
  return [
    main.slot(['providers', slot]),
    main.set([...settings, 'baseUrl'], gateway.url, 'outdated'),
    main.set(['version'], 1, 'missing'),
    main.set(['lastUsedProvider'], slot, 'switch'),
    main.set([...settings, 'provider'], slot, 'switch'),
    ...(gateway.key.form === 'literal' ? [main.set([...settings, 'apiKey'], gateway.key.value, 'outdated')] : []),
    ...startModel(input),
    ...headersOff(input),
    // Cline demands a time, and writes the real one with its next change.
    main.set(['providers', slot, 'updatedAt'], '2026-01-01T00:00:00.000Z', 'missing'),
    main.set(['providers', slot, 'tokenSource'], 'manual', 'missing'),
  ];
}

/** It keeps each pick there. A pick of ours goes with us; one of another gateway's models would fail here. */
function startModel({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const path = [...settings, 'model'];
  if (defaultModel !== undefined) return [main.set(path, defaultModel, 'choice')];
  const current = main.get(path);
  const isListed = models.some(({ id }) => id === current);
  if (typeof current === 'string' && main.get([...settings, 'baseUrl']) === gateway.url) {
    const text = `the model ${JSON.stringify(current)} is not in the gateway's list: choose another with /model or --default`;
    return [main.claim(path), ...(isListed || models.length === 0 ? [] : [{ kind: 'note' as const, text }])];
  }
  const [first] = models;
  const rule = current === undefined || isListed ? 'missing' : 'outdated';
  return first === undefined ? [] : [main.set(path, first.id, rule)];
}

/** Headers belong to the address that they were written for: they may hold its key. */
function headersOff({ gateway, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const path = [...settings, 'headers'];
  if (main.get(path) === undefined) return [];
  return [main.set(path, {}, main.get([...settings, 'baseUrl']) === gateway.url ? 'field' : 'outdated')];
}

function diverts({ gateway, file }: Pick<PlanInput, 'gateway' | 'file'>): readonly Diversion[] {
  const main = file('main');
  const url = main.get([...settings, 'baseUrl']);
  const used = main.get(['lastUsedProvider']);
  return [
    ...(url === undefined || url === gateway.url
      ? []
      : [{ what: `its OpenAI Compatible provider is ${JSON.stringify(url)}`, path: main.path }]),
    ...(used === undefined || used === slot ? [] : [{ what: `it uses ${JSON.stringify(used)}`, path: main.path }]),
  ];
}
