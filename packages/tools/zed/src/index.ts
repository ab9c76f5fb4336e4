import { defineTool, withWindow, type Change, type Json, type PlanInput, type ToolModel } from '@modelrack/tool-kit';

/** Plain lower-case letters, as names of connections are, so no rule about borders of words matters. */
const keyVariable = (connection: string): string => `${connection.toUpperCase()}_API_KEY`;

export default defineTool({
  id: 'zed',
  name: 'Zed',
  aliases: [],
  homepage: 'https://zed.dev',
  verified: 'main of August 2026',
  verification: 'schema',
  detect: {
    bin: ['zed', 'zeditor'],
    places: [
      { config: 'Zed', on: ['win32'] },
      { xdgConfig: 'zed', on: ['linux', 'darwin'] },
    ],
  },
  files: [
    {
      id: 'main',
      format: 'jsonc',
      places: [
        { config: 'Zed/settings.json', on: ['win32'] },
        { xdgConfig: 'zed/settings.json', on: ['linux', 'darwin'] },
      ],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  // From its source: they are fields of the model that is chosen, and mean nothing without it.
  besidePick: ['enable_thinking', 'effort', 'speed'].map((field) => ({
    file: 'main',
    path: ['agent', 'default_model', field],
  })),
  picks: 'the model menu of the agent panel',
  key: ['env', 'manual'],
  keyVariable,
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['language_models', 'openai_compatible', '*'], url: ['api_url'] }],
  switchLine: (id, gateway) => `${gateway}: ${id}`,
  mcp: { file: 'main', path: ['context_servers'] },
  session: {
    missing: 'an editor that is already running is not started again, and it reads its models only from its file',
  },
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const block = ['language_models', 'openai_compatible', gateway.id];
  const { known, leftOut } = withWindow(models, 'Zed');
  const changes: Change[] = [
    // Without one of the two Zed drops the whole section, other providers included.
    main.set([...block, 'api_url'], gateway.url, 'required'),
    main.own(
      [...block, 'available_models'],
      known.map((model) => ({ id: model.id, fields: rowFields(model) })),
      { as: 'list', key: 'name', needed: true },
    ),
  ];
  if (defaultModel !== undefined && known.some(({ id }) => id === defaultModel)) {
    changes.push(
      main.set(['agent', 'default_model', 'provider'], gateway.id, 'choice'),
      main.set(['agent', 'default_model', 'model'], defaultModel, 'choice'),
    );
  }
  changes.push(...leftOut);
  if (gateway.key.form === 'manual') {
    changes.push({
      kind: 'note',
      text: `Zed cannot read a key from a file: put ${gateway.key.isNone === true ? 'any word' : 'it'} into the variable ${gateway.keyVariable}, or paste it once in the agent panel's settings under ${gateway.id}; without a key it lists no models`,
    });
  }
  return changes;
}

function rowFields({ id, label, contextWindow, outputLimit, vision, tools }: ToolModel): Record<string, Json> {
  return {
    name: id,
    display_name: label,
    ...(contextWindow === undefined ? {} : { max_tokens: contextWindow }),
    ...(outputLimit === undefined ? {} : { max_output_tokens: outputLimit }),
    // All four or none: a part of them makes Zed drop the whole section.
    ...(vision === true || tools === false
      ? {
          capabilities: {
            tools: tools ?? true,
            images: vision ?? false,
            parallel_tool_calls: false,
            prompt_cache_key: false,
          },
        }
      : {}),
  };
}
