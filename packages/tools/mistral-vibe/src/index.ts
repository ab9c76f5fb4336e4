import { factFields } from './fact-fields.ts';
import {
  defineTool,
  isOlder,
  isRecord,
  type Change,
  type Json,
  type PlanInput,
  type ToolFile,
  type ToolModel,
} from '@modelrack/tool-kit';

export default defineTool({
  id: 'mistral-vibe',
  name: 'Mistral Vibe',
  aliases: ['vibe'],
  homepage: 'https://github.com/mistralai/mistral-vibe',
  verified: '3.0.2',
  verification: 'ran',
  detect: { bin: ['vibe'], places: [{ env: 'VIBE_HOME' }, { home: '.vibe' }] },
  // No file for a project: it counts only in folders that a person has trusted.
  files: [
    {
      id: 'main',
      format: 'toml',
      places: [{ env: 'VIBE_HOME', path: 'config.toml' }, { home: '.vibe/config.toml' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/model',
  reload: 'restart vibe: it reads its file only when it starts',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: false,
  mcp: { file: 'main', path: ['mcp_servers'], as: 'list', fields: { transport: 'stdio' } },
  pointsTo: [{ file: 'main', at: ['providers', '*'], url: ['api_base'], keyVariable: ['api_key_env_var'] }],
  shadowedBy: [
    { variable: 'VIBE_ACTIVE_MODEL', why: 'beats the active model of the configuration' },
    {
      place: { project: '.vibe/config.toml' },
      format: 'toml',
      keys: [['models'], ['providers'], ['active_model']],
      why: 'replaces your own configuration in this folder, once it is trusted',
    },
  ],
  runs: { ask: ['-p', '{prompt}', '--output', 'text'], variables: { VIBE_ACTIVE_MODEL: '{model}' } },
  session: {
    variables: { VIBE_HOME: '{folder}' },
    copies: ['main'],
    hides: 'its sessions and its .env',
  },
  plan,
});

/** Two models of one name cannot be told apart, and this one needs no line in the file. */
const builtIn = 'mistral-medium-3.5';

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, defaultModel } = input;
  const main = input.file('main');
  const provider = ['providers', { item: { name: gateway.id } }];
  const isBefore3 = isOlder(input.version, '3');
  const taken = takenAliases(main, gateway.id);
  const aliasOf = (id: string): string => (taken.has(id) ? `${gateway.id}/${id}` : id);
  return [
    main.set([...provider, 'api_base'], gateway.url, 'required'),
    ...keyOf(input),
    main.own(
      ['models'],
      models.map((model) => ({
        id: model.id,
        fields: { name: model.id, provider: gateway.id, alias: aliasOf(model.id), ...limitsOf(model, isBefore3) },
      })),
      { as: 'list', key: 'name', match: { provider: gateway.id } },
    ),
    ...(isBefore3 ? ownProvider(main) : []),
    ...(defaultModel === undefined ? [] : [main.set(['active_model'], aliasOf(defaultModel), 'choice')]),
    ...notes(input),
  ];
}

/** An empty name means that no key is looked for; a key that is kept elsewhere goes along as a header. */
function keyOf({ gateway, file }: PlanInput): Change[] {
  const main = file('main');
  const provider = ['providers', { item: { name: gateway.id } }];
  const { key } = gateway;
  if (key.form === 'env') return [main.set([...provider, 'api_key_env_var'], key.name)];
  if (key.form !== 'literal') return [];
  return [main.set([...provider, 'extra_headers', 'Authorization'], `Bearer ${key.value}`)];
}

/** With a window and no limit it asks for an answer that fills the window. Older releases know neither. */
function limitsOf(model: ToolModel, isBefore3: boolean): Record<string, Json> {
  const { id, label, contextWindow, outputLimit, vision } = model;
  const images = vision === true ? { supports_images: true } : {};
  if (isBefore3) {
    return contextWindow === undefined
      ? images
      : { ...images, auto_compact_threshold: Math.floor(contextWindow * 0.8) };
  }
  return {
    ...(label === id ? {} : { display_name: label }),
    ...images,
    ...(contextWindow === undefined ? {} : { max_context_length: contextWindow }),
    ...(outputLimit === undefined ? {} : { max_output_tokens: outputLimit }),
    ...factFields(model),
  };
}

/** Before 2.23 the lists of the file replace the built-in ones as a whole. */
function ownProvider(main: ToolFile): Change[] {
  const mistral = { api_base: 'https://api.mistral.ai/v1', api_key_env_var: 'MISTRAL_API_KEY', backend: 'mistral' };
  return Object.entries(mistral).map(([field, value]) =>
    main.set(['providers', { item: { name: 'mistral' } }, field], value, 'missing'),
  );
}

/** Also by our own row that once was written with its provider before it: a pick of it stands under that name. */
function takenAliases(main: ToolFile, provider: string): ReadonlySet<string> {
  const names = rowsOf(main).flatMap(({ provider: of, name, alias }) => {
    if (of === provider) return alias === `${provider}/${String(name)}` ? [name] : [];
    return [alias ?? name];
  });
  return new Set([builtIn, ...names.map(String)]);
}

function rowsOf(main: ToolFile): readonly Readonly<Record<string, unknown>>[] {
  const rows = main.get(['models']);
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

function notes({ models, file }: PlanInput): Change[] {
  if (models.length === 0) return [];
  const main = file('main');
  const allowed = main.get(['allowed_models']);
  if (!Array.isArray(allowed) || allowed.length === 0) return [];
  const text = 'allowed_models is set: of the models of the gateway vibe shows only those that it names';
  return [{ kind: 'note', text }];
}
