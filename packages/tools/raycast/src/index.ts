import {
  defineTool,
  takesLevel,
  withWindow,
  type Change,
  type Json,
  type PlanInput,
  type ToolModel,
} from '@modelrack/tool-kit';

export default defineTool({
  id: 'raycast',
  name: 'Raycast',
  aliases: [],
  homepage: 'https://manual.raycast.com/ai',
  verified: 'August 2026',
  verification: 'documentation',
  detect: { bin: [], places: [{ home: '.config/raycast' }] },
  files: [{ id: 'main', format: 'yaml', places: [{ home: '.config/raycast/ai/providers.yaml' }] }],
  wires: ['chat'],
  modelChoice: 'many',
  onlyNamed: true,
  picks: 'the model menu of AI Chat',
  key: ['literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['providers', '*'], url: ['base_url'] }],
  switchLine: (id, gateway) => `${gateway}: ${id}`,
  session: { missing: 'it is started by the system, and reads its models only from its file' },
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const provider = ['providers', { item: { id: gateway.id } }];
  const { known, leftOut } = withWindow(models, 'Raycast');
  const changes: Change[] = [
    main.set([...provider, 'name'], gateway.label, 'needed'),
    main.set([...provider, 'base_url'], gateway.url, 'required'),
    ...(gateway.key.form === 'literal'
      ? [main.set([...provider, 'api_keys', gateway.id], gateway.key.value, 'outdated')]
      : []),
    main.own(
      [...provider, 'models'],
      known.map((model) => ({ id: model.id, fields: rowFields(model, gateway.id) })),
      { as: 'list', key: 'id' },
    ),
  ];
  const notes: string[] = [];
  if (models.length > 0) notes.push('custom providers are a feature of Raycast Pro');
  if (defaultModel !== undefined) notes.push('Raycast keeps no default model in this file: choose it in its settings');
  return [...changes, ...leftOut, ...notes.map((text): Change => ({ kind: 'note', text }))];
}

function rowFields(model: ToolModel, provider: string): Record<string, Json> {
  const { id, label, contextWindow, vision, tools } = model;
  return {
    id,
    name: label,
    provider,
    ...(contextWindow === undefined ? {} : { context: contextWindow }),
    abilities: {
      temperature: { supported: model.temperature ?? true },
      vision: { supported: vision ?? false },
      system_message: { supported: true },
      // It decides whether AI extensions can be used at all.
      tools: { supported: tools ?? true },
      ...(takesLevel(model) ? { reasoning_effort: { supported: true } } : {}),
    },
  };
}
