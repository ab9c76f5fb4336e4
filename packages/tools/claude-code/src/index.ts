import { defineTool, type Change, type PlanInput, type Shadow, type ToolModel } from '@modelrack/tool-kit';
import { customHeaders, diversions, isOurs, isSet } from './diversions.ts';
import { endpointChanges } from './endpoint.ts';
import { leastWindow, settingChanges } from './model-settings.ts';
import { isReachable, pickerRow } from './picker-row.ts';
import { pluginChanges, pluginFiles } from './plugin.ts';
import { hasModelPicker, slotChanges } from './slots.ts';

/** Beats `model` of the same file. */
const overriding = ['env', 'ANTHROPIC_MODEL'];

export default defineTool({
  id: 'claude-code',
  name: 'Claude Code',
  aliases: ['claude'],
  homepage: 'https://claude.com/claude-code',
  verified: '2.1.332',
  verification: 'ran',
  detect: {
    bin: ['claude'],
    places: [{ env: 'CLAUDE_CONFIG_DIR' }, { home: '.claude' }],
    npm: '@anthropic-ai/claude-code',
  },
  // No file for a project: the picker is ignored there, and a key must not stand in a repository.
  files: [
    ...pluginFiles,
    {
      id: 'main',
      format: 'json',
      places: [{ env: 'CLAUDE_CONFIG_DIR', path: 'settings.json' }, { home: '.claude/settings.json' }],
    },
  ],
  reads: [
    {
      id: 'credentials',
      format: 'json',
      places: [{ env: 'CLAUDE_CONFIG_DIR', path: '.credentials.json' }, { home: '.claude/.credentials.json' }],
    },
    {
      id: 'state',
      format: 'json',
      // Beside the folder, but inside it once a variable names the folder.
      places: [{ env: 'CLAUDE_CONFIG_DIR', path: '.claude.json' }, { home: '.claude.json' }],
    },
  ],
  wires: ['messages'],
  modelChoice: 'many',
  picks: '/model',
  reload: 'restart Claude Code: it reads the list only when it starts',
  // `env` of the settings reaches every MCP server, the key with it: a command is better than the literal.
  key: ['command', 'literal'],
  baseUrl: 'without-v1',
  interpolates: [],
  exclusive: true,
  pointsTo: [{ file: 'main', at: ['env'], url: ['ANTHROPIC_BASE_URL'], key: ['ANTHROPIC_AUTH_TOKEN'] }],
  diverts: diversions,
  companion: async (asked) => (await import('./plugin-files.ts')).pluginFiles(asked),
  // Its own state, which running sessions rewrite.
  mcp: {
    file: {
      id: 'servers',
      format: 'json',
      strict: true,
      onlyUsual: true,
      places: [{ env: 'CLAUDE_CONFIG_DIR', path: '.claude.json' }, { home: '.claude.json' }],
    },
    path: ['mcpServers'],
    fields: { type: 'stdio' },
    note: 'restart running sessions of Claude Code: they do not see the MCP server, and they rewrite the file that contains it',
  },
  shadowedBy: [
    { variable: 'ANTHROPIC_BASE_URL', why: 'is also set in this shell, but this file wins', loses: true },
    { variable: 'ANTHROPIC_AUTH_TOKEN', why: 'is also set in this shell, but this file wins', loses: true },
    { variable: 'ANTHROPIC_API_KEY', why: 'is also set in this shell, but this file wins', loses: true },
    { variable: 'ANTHROPIC_MODEL', why: 'beats "model" of the settings' },
    { variable: 'ANTHROPIC_CUSTOM_HEADERS', why: 'is sent to the gateway with every request' },
    { variable: 'CLAUDE_CODE_USE_BEDROCK', why: 'sends requests to another cloud', isFatal: true },
    { variable: 'CLAUDE_CODE_USE_VERTEX', why: 'sends requests to another cloud', isFatal: true },
    { variable: 'CLAUDE_CODE_USE_FOUNDRY', why: 'sends requests to another cloud', isFatal: true },
    { spec: 'main', key: ['env', 'ANTHROPIC_MODEL'], why: 'beats "model" of the same file' },
    { spec: 'main', key: ['availableModels'], why: 'restricts the models that can be chosen' },
    projectSettings('.claude/settings.json'),
    projectSettings('.claude/settings.local.json'),
  ],
  windowVariable: { name: 'CLAUDE_CODE_MAX_CONTEXT_TOKENS', least: leastWindow },
  runs: { ask: ['-p', '--model', '{model}', '{prompt}'] },
  // Merged with the user's settings, and above them.
  session: { args: ['--settings', '{path:main}'] },
  plan,
});

/** A project has one for everybody and one for oneself; both beat the user's own. */
function projectSettings(project: string): Shadow {
  const env = ['ANTHROPIC_BASE_URL', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_MODEL'].map((name) => ['env', name]);
  const keys = [...env, ['model'], ['apiKeyHelper']];
  return { place: { project }, format: 'json', keys, why: 'beats your own settings in this folder' };
}

function plan(input: PlanInput): readonly Change[] {
  const { gateway } = input;
  const main = input.file('main');
  const models = input.models.filter((model) => isReachable(model.id));
  const defaultModel = models.find((model) => model.id === input.defaultModel)?.id;
  // Taking over replaces what stands there; afterwards a value of the user's is an edit, and stays.
  const rule = isOurs(input) ? 'field' : 'outdated';
  const changes: Change[] = [
    ...endpointChanges(input, rule),
    main.set(['modelPicker', 'replaceBuiltInOptions'], true),
    main.own(
      ['modelPicker', 'options'],
      models.map((model) => ({ id: model.id, fields: pickerRow(model, gateway.label) })),
      { as: 'list', key: 'model' },
    ),
    ...settingChanges(input, models),
    ...slotChanges(input, models, rule),
    ...pluginChanges(input),
  ];
  const [first] = models;
  if (defaultModel === undefined) {
    if (first !== undefined) changes.push(main.set(['model'], first.id, 'missing'));
  } else {
    changes.push(main.set(['model'], defaultModel, 'choice'));
    if (main.get(overriding) !== undefined) changes.push(main.set(overriding, defaultModel, 'choice'));
  }
  return [...changes, ...notes(input, models)];
}

function notes(input: PlanInput, models: readonly ToolModel[]): Change[] {
  if (input.models.length === 0) return [];
  const main = input.file('main');
  const texts = input.models
    .filter((model) => !models.includes(model))
    .map((model) => `${model.id} is left out: this name is reserved by Claude Code`);
  const current = main.get(['model']);
  const isOffered =
    typeof current !== 'string' || !isReachable(current) || models.some((model) => model.id === current);
  if (!isOffered && input.defaultModel === undefined) {
    texts.push(`model "${current}" is not in the gateway's list: choose one with /model, or name one with --default`);
  }
  if (main.get(overriding) !== undefined && input.defaultModel === undefined) {
    texts.push('ANTHROPIC_MODEL in "env" stays and overrides "model": remove it, or name a model with --default');
  }
  if (isOurs(input) && isSet(main.get(['env', customHeaders]))) {
    texts.push(`${customHeaders} in "env" goes to this gateway with every request: remove it if it is for another one`);
  }
  if (main.get(['availableModels']) !== undefined) {
    texts.push('availableModels restricts Claude Code to what it names: models that are not in it cannot be chosen');
  }
  if (!hasModelPicker(input.version)) {
    texts.push(
      `Claude Code ${input.version} may not know "modelPicker": /model then shows three slots and one more row`,
    );
  }
  return texts.map((text) => ({ kind: 'note', text }));
}
