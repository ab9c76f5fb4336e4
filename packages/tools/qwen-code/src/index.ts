import { defineTool, type Change, type Json, type PlanInput } from '@modelrack/tool-kit';
import { entryChanges } from './entries.ts';
import { pricingOf, rowFields } from './row-fields.ts';

const remedy = 'choose one of these models with /model, or name one with --default';

export default defineTool({
  id: 'qwen-code',
  name: 'Qwen Code',
  aliases: ['qwen'],
  homepage: 'https://github.com/QwenLM/qwen-code',
  verified: '0.24.4',
  verification: 'ran',
  detect: { bin: ['qwen'], places: [{ env: 'QWEN_HOME' }, { home: '.qwen' }], npm: '@qwen-code/qwen-code' },
  // No file for a project: modelProviders there replaces the user's as a whole.
  files: [
    {
      id: 'main',
      format: 'jsonc',
      noTrailingComma: true,
      places: [{ env: 'QWEN_HOME', path: 'settings.json' }, { home: '.qwen/settings.json' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/model',
  reload: 'restart Qwen Code',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  interpolates: ['$'],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['modelProviders', 'openai', '*'], url: ['baseUrl'], keyVariable: ['envKey'] }],
  companion: async (asked) => (await import('./entry-files.ts')).entryFiles(asked),
  mcp: { file: 'main', path: ['mcpServers'] },
  atStart: [
    {
      file: 'main',
      path: ['hooks', 'SessionStart'],
      inGroups: true,
      // Else it waits for the end of what it runs.
      entry: (command) => ({ type: 'command', command, async: true }),
    },
  ],
  shadowedBy: [
    { variable: 'OPENAI_BASE_URL', why: 'is also set in this shell, but this file wins', loses: true },
    { variable: 'OPENAI_API_KEY', why: 'is also set in this shell, but this file wins', loses: true },
    { variable: 'OPENAI_MODEL', why: 'chooses the model where none is chosen in the settings' },
    {
      place: { project: '.qwen/settings.json' },
      format: 'jsonc',
      keys: [['modelProviders'], ['model'], ['security', 'auth']],
      why: 'replaces your own models in this folder',
    },
  ],
  runs: { ask: ['-m', '{model}', '-p', '{prompt}'] },
  // The settings of the system are merged with the user's, and above them.
  session: { variables: { QWEN_CODE_SYSTEM_SETTINGS_PATH: '{path:main}' } },
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, defaultModel } = input;
  const main = input.file('main');
  // Rows know the key by a variable's name only; "env" of the same file can give that variable its value.
  const envKey = gateway.key.form === 'env' ? gateway.key.name : gateway.keyVariable;
  const row = { envKey, baseUrl: gateway.url };
  const changes: Change[] = [
    main.own(
      ['modelProviders', 'openai'],
      models.map((model) => ({ id: model.id, fields: rowFields(model, row) })),
      { as: 'list', key: 'id', match: row },
    ),
    main.own(['modelPricing'], models.flatMap(pricingOf), { as: 'map', uncounted: true }),
    // Without it nothing starts in headless runs.
    main.set(['security', 'auth', 'selectedType'], 'openai', defaultModel === undefined ? 'missing' : 'switch'),
  ];
  if (gateway.key.form === 'literal') changes.push(main.set(['env', envKey], gateway.key.value));
  return [...changes, ...pickChanges(input, envKey), ...entryChanges(input), ...notes(input)];
}

/** The tool keeps a pick together with the address of its row. */
function pickChanges(input: PlanInput, envKey: string): Change[] {
  const { gateway, defaultModel } = input;
  const main = input.file('main');
  const [name, url] = [
    ['model', 'name'],
    ['model', 'baseUrl'],
  ] as const;
  const isOurs = isPickOfOurs(input, envKey);
  if (defaultModel === undefined && !isOurs) return [];
  const standing = main.get(url);
  const isMoved = standing !== undefined && standing !== gateway.url;
  return [
    defaultModel === undefined ? main.claim(name) : main.set(name, defaultModel, 'choice'),
    ...(isMoved ? [main.set(url, gateway.url, defaultModel === undefined ? 'outdated' : 'choice')] : []),
    ...(isOurs && !isMoved ? [main.claim(url)] : []),
  ];
}

/** What the user picked among our rows: it follows them to another address, and means nothing without them. */
function isPickOfOurs({ gateway, file }: PlanInput, envKey: string): boolean {
  const name = file('main').get(['model', 'name']);
  const baseUrl = file('main').get(['model', 'baseUrl']);
  if (typeof name !== 'string' || typeof baseUrl !== 'string') return false;
  return baseUrl === gateway.url || isOurRow(file('main').get(['modelProviders', 'openai']), { baseUrl, envKey });
}

function isOurRow(rows: Json | undefined, ours: { baseUrl: string; envKey: string }): boolean {
  if (!Array.isArray(rows)) return false;
  return rows.some((row) => row?.baseUrl === ours.baseUrl && row?.envKey === ours.envKey);
}

function notes({ gateway, models, defaultModel, file }: PlanInput): Change[] {
  if (models.length === 0 || defaultModel !== undefined) return [];
  const main = file('main');
  const texts: string[] = [];
  const selected = main.get(['security', 'auth', 'selectedType']);
  if (selected !== undefined && selected !== 'openai') {
    texts.push(`security.auth.selectedType is ${JSON.stringify(selected)}, left as it is: ${remedy}`);
  }
  // The pick that the tool itself keeps. It says nothing when the row behind it is gone.
  const name = main.get(['model', 'name']);
  const isOurs = main.get(['model', 'baseUrl']) === gateway.url;
  if (isOurs && !models.some((model) => model.id === name)) {
    texts.push(`model.name ${JSON.stringify(name)} is not in the gateway's list: ${remedy}`);
  }
  return texts.map((text) => ({ kind: 'note', text }));
}
