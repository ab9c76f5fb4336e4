import {
  defineTool,
  isOff,
  levelsOf,
  startLevel,
  withWindow,
  type Change,
  type Json,
  type PlanInput,
  type ToolFile,
  type ToolModel,
} from '@modelrack/tool-kit';

export default defineTool({
  id: 'kimi',
  name: 'Kimi Code',
  aliases: ['kimi-code'],
  homepage: 'https://github.com/MoonshotAI/kimi-code',
  verified: '2.1.0',
  verification: 'ran',
  detect: { bin: ['kimi'], places: [{ env: 'KIMI_CODE_HOME' }, { home: '.kimi-code' }], npm: '@moonshot-ai/kimi-code' },
  files: [
    {
      id: 'main',
      format: 'toml',
      places: [{ env: 'KIMI_CODE_HOME', path: 'config.toml' }, { home: '.kimi-code/config.toml' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  // Left behind, they would switch off the thinking of a model of the user's.
  besidePick: [
    { file: 'main', path: ['thinking', 'enabled'] },
    { file: 'main', path: ['thinking', 'effort'] },
  ],
  picks: '/model',
  reload: 'restart kimi: it reads its file only when it starts',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: false,
  mcp: {
    file: {
      id: 'servers',
      format: 'json',
      strict: true,
      onlyUsual: true,
      places: [{ env: 'KIMI_CODE_HOME', path: 'mcp.json' }, { home: '.kimi-code/mcp.json' }],
    },
    path: ['mcpServers'],
  },
  pointsTo: [
    { file: 'main', at: ['providers', '*'], url: ['base_url'], keyVariable: ['api_key_env'], key: ['api_key'] },
  ],
  runs: { list: ['provider', 'list', '--json'], ask: ['-m', '{model}', '-p', '{prompt}'] },
  session: {
    variables: { KIMI_CODE_HOME: '{folder}' },
    copies: ['main'],
    hides: 'its sessions and logins',
  },
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, defaultModel } = input;
  const main = input.file('main');
  const block = ['providers', gateway.id];
  const { known, leftOut } = withWindow(models, 'Kimi Code');
  return [
    typeOf(main, [...block, 'type']),
    main.set([...block, 'base_url'], gateway.url, 'required'),
    ...(gateway.key.form === 'env' ? [main.set([...block, 'api_key_env'], gateway.key.name)] : []),
    ...(gateway.key.form === 'literal' ? [main.set([...block, 'api_key'], gateway.key.value)] : []),
    main.own(
      ['models'],
      known.map((model) => ({ id: model.id, fields: rowFields(model, gateway.id) })),
      { as: 'map', match: { provider: gateway.id } },
    ),
    ...defaultOf(main, known, defaultModel),
    ...leftOut,
  ];
}

/** Another kind of provider under our name is the user's; nobody's provider can do without the field. */
function typeOf(main: ToolFile, path: readonly string[]): Change {
  const standing = main.get(path);
  return main.set(path, 'openai', standing === undefined || standing === 'openai' ? 'needed' : 'identity');
}

/** Where there is none, the tool asks nothing at all without a terminal, not even with `-m`. */
function defaultOf(main: ToolFile, known: readonly ToolModel[], named: string | undefined): Change[] {
  const chosen = known.find(({ id }) => id === named);
  if (chosen !== undefined) return [main.set(['default_model'], chosen.id, 'choice')];
  const [first] = known;
  return first === undefined ? [] : [main.set(['default_model'], first.id, 'missing')];
}

/** Without a limit it asks for an answer of up to 131,072 tokens, or of the whole window. */
function rowFields(model: ToolModel, provider: string): Record<string, Json> {
  const { id, label, contextWindow, outputLimit } = model;
  return {
    provider,
    model: id,
    ...(contextWindow === undefined ? {} : { max_context_size: contextWindow }),
    ...(outputLimit === undefined ? {} : { max_output_size: outputLimit }),
    ...(label === id ? {} : { display_name: label }),
    ...abilityFields(model),
  };
}

function abilityFields(model: ToolModel): Record<string, Json> {
  const levels = levelsOf(model).filter((level) => !isOff(level));
  const off = levelsOf(model).find(isOff);
  const start = startLevel(model);
  // It refuses to switch off what has levels and no word for that.
  const thinks = off === undefined || model.effortMandatory === true ? 'always_thinking' : 'thinking';
  const capabilities = [
    ...(model.vision === true ? ['image_in'] : []),
    ...(model.inputs?.includes('video') === true ? ['video_in'] : []),
    ...(levels.length === 0 ? [] : [thinks]),
  ];
  return {
    ...(capabilities.length === 0 ? {} : { capabilities }),
    ...(levels.length === 0 ? {} : { support_efforts: levels }),
    ...(start !== undefined && levels.includes(start) ? { default_effort: start } : {}),
    ...(thinks === 'thinking' && off !== undefined && levels.length > 0 ? { off_effort: off } : {}),
  };
}
