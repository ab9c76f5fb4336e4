import {
  defineTool,
  isRecord,
  levelsOf,
  startLevel,
  wholePrice,
  type Change,
  type Json,
  type Key,
  type PlanInput,
  type ToolModel,
} from '@modelrack/tool-kit';

const schema = 'https://charm.land/crush.json';

export default defineTool({
  id: 'crush',
  name: 'Crush',
  aliases: [],
  homepage: 'https://github.com/charmbracelet/crush',
  verified: '0.90.0',
  verification: 'schema',
  detect: { bin: ['crush'], places: [{ xdgConfig: 'crush' }], npm: '@charmland/crush' },
  files: [
    {
      id: 'main',
      format: 'json',
      strict: true,
      places: [{ env: 'CRUSH_GLOBAL_CONFIG', path: 'crush.json' }, { xdgConfig: 'crush/crush.json' }],
      // Both are read and merged, and the hidden one wins.
      project: [{ project: '.crush.json' }, { project: 'crush.json' }],
    },
  ],
  // Crush keeps here what is picked in it, and that beats the user's file.
  reads: [
    {
      id: 'picked',
      format: 'json',
      places: [
        { env: 'CRUSH_GLOBAL_DATA', path: 'crush.json' },
        { env: 'LOCALAPPDATA', path: 'crush/crush.json', on: ['win32'] },
        { xdgData: 'crush/crush.json' },
      ],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: 'ctrl+l',
  reload: 'restart Crush: it reads its files only when it starts',
  key: ['env', 'file'],
  baseUrl: 'api-root',
  // Keys, URLs and headers are expanded as in a shell; ids and names are not.
  interpolates: [],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['providers', '*'], url: ['base_url'], key: ['api_key'] }],
  switchLine: (id, gateway) => `crush --model ${gateway}/${id}`,
  mcp: { file: 'main', path: ['mcp'], fields: { type: 'stdio' } },
  runs: { list: ['models'], ask: ['run', '-q', '-m', '{gateway}/{model}', '{prompt}'] },
  // What is picked in it is kept among its data, and would beat the model of the session.
  session: {
    variables: { CRUSH_GLOBAL_CONFIG: '{folder}', CRUSH_GLOBAL_DATA: '{folder}/data' },
    copies: ['main'],
    hides: 'its crushrc, and the models picked and the logins made in it',
  },
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, defaultModel, file } = input;
  const main = file('main');
  const provider = ['providers', gateway.id];
  const changes: Change[] = [];
  if (main.isEmpty || main.get(['$schema']) === schema) changes.push(main.set(['$schema'], schema, 'missing'));
  changes.push(
    main.set([...provider, 'name'], gateway.label),
    main.set([...provider, 'type'], 'openai-compat', 'identity'),
    main.set([...provider, 'base_url'], gateway.url, 'outdated'),
    main.set([...provider, 'api_key'], keyText(gateway.key)),
    main.own(
      [...provider, 'models'],
      models.map((model) => ({ id: model.id, fields: rowFields(model) })),
      { as: 'list', key: 'id' },
    ),
  );
  if (defaultModel !== undefined) {
    for (const size of ['large', 'small']) {
      changes.push(
        main.set(['models', size, 'provider'], gateway.id, 'choice'),
        main.set(['models', size, 'model'], defaultModel, 'choice'),
      );
    }
  }
  return [...changes, ...notes(input)];
}

/**
 * Its schema demands all ten fields. A number that nobody states is 0, as Crush itself fills it in: it then
 * shows no share of the window, sends no limit, and knows no price.
 */
function rowFields(model: ToolModel): Record<string, Json> {
  const { id, label, contextWindow, outputLimit, reasoning, vision } = model;
  const levels = levelsOf(model);
  const start = startLevel(model);
  return {
    id,
    name: label,
    context_window: contextWindow ?? 0,
    default_max_tokens: outputLimit ?? 0,
    ...costsOf(model),
    can_reason: reasoning ?? levels.length > 0,
    // Without a default the first level is sent with each turn.
    ...(levels.length === 0 ? {} : { reasoning_levels: levels }),
    ...(start === undefined ? {} : { default_reasoning_effort: start }),
    supports_attachments: vision ?? false,
  };
}

/** `in_cached` is what writing into the cache costs, `out_cached` what reading from it does. */
function costsOf({ price }: ToolModel): Record<string, Json> {
  const { input, output, cacheRead, cacheWrite } = wholePrice(price ?? { input: 0, output: 0 });
  return {
    cost_per_1m_in: input,
    cost_per_1m_out: output,
    cost_per_1m_in_cached: cacheWrite,
    cost_per_1m_out_cached: cacheRead,
  };
}

/** `cat` is there on Windows too: Crush brings its own. */
function keyText(key: Key): string {
  if (key.form === 'env') return `$${key.name}`;
  if (key.form === 'literal') return key.value;
  return key.form === 'file' ? `$(cat '${key.path.replaceAll("'", String.raw`'\''`)}')` : '';
}

function notes({ gateway, models, defaultModel, file }: PlanInput): Change[] {
  if (models.length === 0) return [];
  const texts: string[] = [];
  const picked = file('picked').get(['models', 'large', 'provider']);
  if (defaultModel !== undefined && picked !== undefined) {
    texts.push(`a model is picked in Crush, and that beats the default: pick ${defaultModel} there too, with ctrl+l`);
  }
  for (const size of defaultModel === undefined ? ['large', 'small'] : []) {
    const chosen = file('main').get(['models', size]);
    if (!isRecord(chosen) || chosen['provider'] !== gateway.id) continue;
    if (models.some(({ id }) => id === chosen['model'])) continue;
    texts.push(
      `models.${size} "${String(chosen['model'])}" is not in the gateway's list: change it, or name another with --default`,
    );
  }
  return texts.map((text) => ({ kind: 'note', text }));
}
