import {
  defineTool,
  keyText,
  startLevel,
  type Change,
  type FileSpec,
  type Json,
  type PlanInput,
  type ToolModel,
} from '@modelrack/tool-kit';

const hooksFile: FileSpec = {
  id: 'hooks',
  format: 'jsonc',
  onlyUsual: true,
  places: [{ home: '.factory/hooks.json' }, { home: '.factory/hooks/hooks.json' }],
};

export default defineTool({
  id: 'droid',
  name: 'Factory Droid',
  aliases: ['factory'],
  homepage: 'https://factory.ai',
  verified: '0.215.0',
  verification: 'ran',
  detect: { bin: ['droid'], places: [{ home: '.factory' }], npm: 'droid' },
  files: [
    {
      id: 'main',
      format: 'jsonc',
      // With either of them Droid has no custom models at all, and does not say so.
      noTrailingComma: true,
      noByteOrderMark: true,
      places: [{ home: '.factory/settings.json' }],
      project: [{ project: '.factory/settings.json' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  // From its documentation: the level belongs to the model that is chosen.
  besidePick: [
    { file: 'main', path: ['reasoningEffort'] },
    { file: 'main', path: ['sessionDefaultSettings', 'reasoningEffort'] },
  ],
  picks: '/model',
  reload: 'restart droid: it reads its files only when it starts',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  // In the key; ids were sent as they are.
  interpolates: ['${'],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['customModels', '*'], url: ['baseUrl'], key: ['apiKey'] }],
  switchLine: (id) => `/model custom:${id}`,
  mcp: {
    file: { id: 'servers', format: 'jsonc', onlyUsual: true, places: [{ home: '.factory/mcp.json' }] },
    path: ['mcpServers'],
    fields: { type: 'stdio', disabled: false },
  },
  // Where hooks have a file of their own, those of the settings are not looked at.
  atStart: [
    { file: hooksFile, path: ['SessionStart'], inGroups: true, entry: startEntry },
    { file: 'main', path: ['hooks', 'SessionStart'], inGroups: true, entry: startEntry },
  ],
  runs: { list: ['exec', '--help'], ask: ['exec', '-m', 'custom:{model}', '{prompt}'] },
  session: { args: ['--settings', '{path:main}'] },
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const place = { baseUrl: gateway.url, apiKey: keyText(gateway.key, (name) => `\${${name}}`) };
  const changes: Change[] = [
    main.own(
      ['customModels'],
      models.map((model) => ({ id: model.id, fields: entryFields(model, place) })),
      // There is no block of a provider: every entry says where it leads.
      { as: 'list', key: 'model', match: { baseUrl: gateway.url } },
    ),
  ];
  if (defaultModel !== undefined) {
    // Both are read; the one of the session is the newer.
    const session = ['sessionDefaultSettings', 'model'];
    const path = main.get(session) === undefined ? ['model'] : session;
    changes.push(main.set(path, `custom:${defaultModel}`, 'choice'));
  }
  return changes;
}

/** In seconds: it waits for the command, which only starts another. */
function startEntry(command: string): Json {
  return { type: 'command', command, timeout: 10 };
}

/** Without one of these to start with Droid sends no level, not even one that was asked for. */
const known = new Set(['low', 'medium', 'high']);

function entryFields(model: ToolModel, place: { baseUrl: string; apiKey: string }): Record<string, Json> {
  const { id, label, contextWindow, outputLimit } = model;
  const start = startLevel(model);
  return {
    model: id,
    // Without it the id is made of the name and the place in the list.
    id: `custom:${id}`,
    displayName: label,
    ...place,
    provider: 'generic-chat-completion-api',
    ...(outputLimit === undefined ? {} : { maxOutputTokens: outputLimit }),
    ...(contextWindow === undefined ? {} : { maxContextLimit: contextWindow }),
    // Such a provider gets no images unless it says so.
    ...(model.vision === true ? { noImageSupport: false } : {}),
    ...(start !== undefined && known.has(start) ? { reasoningEffort: start } : {}),
  };
}
