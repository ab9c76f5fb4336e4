import { defineTool, isOlder, type Change, type PlanInput } from '@modelrack/tool-kit';
import { rowFields } from './row-fields.ts';

export default defineTool({
  id: 'pi',
  name: 'pi',
  aliases: [],
  homepage: 'https://github.com/earendil-works/pi-mono',
  verified: '1.6.0',
  verification: 'ran',
  detect: {
    bin: ['pi'],
    places: [{ env: 'PI_CODING_AGENT_DIR' }, { home: '.pi/agent' }],
    npm: '@earendil-works/pi-coding-agent',
  },
  // The providers first: the settings point to one.
  files: [
    {
      id: 'main',
      format: 'jsonc',
      noBlockComments: true,
      // 1.6.0 at `{}`: "providers: must have required properties providers".
      neverEmpty: true,
      places: [{ env: 'PI_CODING_AGENT_DIR', path: 'models.json' }, { home: '.pi/agent/models.json' }],
    },
    {
      id: 'settings',
      format: 'json',
      strict: true,
      places: [{ env: 'PI_CODING_AGENT_DIR', path: 'settings.json' }, { home: '.pi/agent/settings.json' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/model',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  // Only keys and headers know references.
  interpolates: [],
  escape: (literal) => literal.replaceAll('$', '$$$$').replace(/^!/, '$!'),
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['providers', '*'], url: ['baseUrl'], key: ['apiKey'] }],
  switchLine: (id, gateway) => `/model ${gateway}/${id}`,
  companion: async (asked) => (await import('./extension-files.ts')).extensionFiles(asked),
  mcp: {
    file: {
      id: 'servers',
      format: 'json',
      strict: true,
      onlyUsual: true,
      places: [{ env: 'PI_CODING_AGENT_DIR', path: 'mcp.json' }, { home: '.pi/agent/mcp.json' }],
    },
    path: ['mcpServers'],
  },
  runs: { list: ['--list-models'], ask: ['-p', '--model', '{gateway}/{model}', '{prompt}'] },
  session: {
    variables: { PI_CODING_AGENT_DIR: '{folder}' },
    copies: ['main', 'settings'],
    hides: 'its sessions, logins and extensions',
  },
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, defaultModel, file } = input;
  const main = file('main');
  const block = ['providers', gateway.id];
  const key = keyText(input);
  const changes: Change[] = [
    main.set([...block, 'name'], gateway.label),
    main.set([...block, 'baseUrl'], gateway.url, 'outdated'),
    main.set([...block, 'api'], 'openai-completions', 'identity'),
    ...(key === undefined ? [] : [main.set([...block, 'apiKey'], key)]),
    main.own(
      [...block, 'models'],
      models.map((model) => ({ id: model.id, fields: rowFields(model) })),
      { as: 'list', key: 'id' },
    ),
  ];
  if (defaultModel !== undefined) {
    const settings = file('settings');
    changes.push(
      settings.set(['defaultProvider'], gateway.id, 'choice'),
      settings.set(['defaultModel'], defaultModel, 'choice'),
    );
  }
  return [...changes, ...notes(input)];
}

/** Releases before 1.0 take a bare text for the name of a variable, and know no `$`. */
function isBefore1({ version }: PlanInput): boolean {
  return isOlder(version, '1');
}

function keyText(input: PlanInput): string | undefined {
  const { key } = input.gateway;
  if (key.form === 'env') return isBefore1(input) ? key.name : `$${key.name}`;
  if (key.form !== 'literal') return undefined;
  return isBefore1(input) && key.value.includes('$') ? undefined : key.value;
}

function notes(input: PlanInput): Change[] {
  const { gateway, models, defaultModel, file } = input;
  if (models.length === 0) return [];
  const texts: string[] = [];
  if (keyText(input) === undefined) {
    texts.push(
      'this release of pi reads a key with "$" or a leading "!" only from a variable: name one with --api-key-env',
    );
  }
  const settings = file('settings');
  const model = settings.get(['defaultModel']);
  const isOurs = defaultModel === undefined && settings.get(['defaultProvider']) === gateway.id;
  if (isOurs && typeof model === 'string' && !models.some(({ id }) => id === model)) {
    texts.push(`defaultModel "${model}" is not in the gateway's list: name another with --default`);
  }
  return texts.map((text) => ({ kind: 'note', text }));
}
