import {
  defineTool,
  keyText,
  levelsOf,
  takesLevel,
  wholePrice,
  type Change,
  type Json,
  type PlanInput,
  type ToolModel,
} from '@modelrack/tool-kit';

export default defineTool({
  id: 'openclaw',
  name: 'OpenClaw',
  aliases: [],
  homepage: 'https://openclaw.ai',
  verified: '2026.9.6',
  verification: 'ran',
  detect: { bin: ['openclaw'], places: [{ env: 'OPENCLAW_STATE_DIR' }, { home: '.openclaw' }], npm: 'openclaw' },
  // It reads JSON5 and writes JSON: what only JSON5 knows (keys without quotes, say) is refused with its place.
  files: [
    {
      id: 'main',
      format: 'jsonc',
      places: [
        { env: 'OPENCLAW_CONFIG_PATH' },
        { env: 'OPENCLAW_STATE_DIR', path: 'openclaw.json' },
        { home: '.openclaw/openclaw.json' },
      ],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/model',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  interpolates: ['${'],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['models', 'providers', '*'], url: ['baseUrl'], key: ['apiKey'] }],
  switchLine: (id, gateway) => `/model ${gateway}/${id}`,
  // It passes on no variable but those in `env`.
  mcp: { file: 'main', path: ['mcp', 'servers'], variables: { reference: (name) => `\${${name}}` } },
  runs: {
    list: ['models', 'list'],
    ask: ['agent', '--local', '--agent', 'main', '--model', '{gateway}/{model}', '--message', '{prompt}'],
  },
  session: { variables: { OPENCLAW_CONFIG_PATH: '{path:main}' }, copies: ['main'] },
  plan,
});

/** Every level is checked strictly: one key too many, or one too few, and no command runs. */
function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const provider = ['models', 'providers', gateway.id];
  const changes: Change[] = [
    main.set(['models', 'mode'], 'merge', 'missing'),
    main.set([...provider, 'baseUrl'], gateway.url, 'required'),
    main.set(
      [...provider, 'apiKey'],
      keyText(gateway.key, (name) => `\${${name}}`),
    ),
    main.set([...provider, 'api'], 'openai-completions', 'needed'),
    main.own(
      [...provider, 'models'],
      models.map((model) => ({ id: model.id, fields: rowFields(model) })),
      { as: 'list', key: 'id' },
    ),
  ];
  const defaults = ['agents', 'defaults'];
  // Where the user has one, it hides every model that it does not name.
  if (main.get([...defaults, 'models']) !== undefined) {
    changes.push(
      main.own(
        [...defaults, 'models'],
        models.map(({ id }) => ({ id, fields: {} })),
        { as: 'map', prefix: `${gateway.id}/`, uncounted: true },
      ),
    );
  }
  if (defaultModel !== undefined) {
    const model = [...defaults, 'model'];
    const isText = typeof main.get(model) === 'string';
    changes.push(main.set(isText ? model : [...model, 'primary'], `${gateway.id}/${defaultModel}`, 'choice'));
  }
  return changes;
}

function rowFields(model: ToolModel): Record<string, Json> {
  const { id, label, contextWindow, outputLimit, vision, inputs = [], reasoning, price } = model;
  // It knows no PDF.
  const kinds = [
    ...(vision === true ? ['image'] : []),
    ...inputs.filter((kind) => kind === 'audio' || kind === 'video'),
  ];
  const compat = compatOf(model);
  return {
    id,
    name: label,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(outputLimit === undefined ? {} : { maxTokens: outputLimit }),
    ...(kinds.length === 0 ? {} : { input: ['text', ...kinds] }),
    ...(reasoning === true || takesLevel(model) ? { reasoning: true } : {}),
    ...(price === undefined ? {} : { cost: wholePrice(price) }),
    ...(Object.keys(compat).length === 0 ? {} : { compat }),
  };
}

/** Without these a level that was asked for is sent to no model. */
function compatOf(model: ToolModel): Record<string, Json> {
  const levels = levelsOf(model);
  return {
    ...(takesLevel(model) ? { supportsReasoningEffort: true } : {}),
    ...(levels.length === 0 ? {} : { supportedReasoningEfforts: levels }),
    ...(model.tools === false ? { supportsTools: false } : {}),
    ...(model.temperature === false ? { supportsTemperature: false } : {}),
  };
}
