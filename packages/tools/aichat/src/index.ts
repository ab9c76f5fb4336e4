import { defineTool, type Change, type Json, type PlanInput, type ToolModel } from '@modelrack/tool-kit';

const type = 'openai-compatible';

export default defineTool({
  id: 'aichat',
  name: 'AIChat',
  aliases: [],
  homepage: 'https://github.com/sigoden/aichat',
  verified: '0.30.0',
  verification: 'ran',
  detect: { bin: ['aichat'], places: [{ config: 'aichat' }] },
  files: [
    {
      id: 'main',
      format: 'yaml',
      places: [
        { env: 'AICHAT_CONFIG_FILE' },
        { env: 'AICHAT_CONFIG_DIR', path: 'config.yaml' },
        // It looks there on every system, once the variable is set.
        { env: 'XDG_CONFIG_HOME', path: 'aichat/config.yaml' },
        { config: 'aichat/config.yaml' },
      ],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '.model',
  reload: 'restart aichat: it reads its file only when it starts',
  // Without a key in its file, it looks into one variable.
  key: ['env', 'literal'],
  keyVariable: (connection) => `${connection.toUpperCase()}_API_KEY`,
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['clients', '*'], url: ['api_base'], key: ['api_key'] }],
  switchLine: (id, gateway) => `.model ${gateway}:${id}`,
  shadowedBy: [
    { variable: '{CONNECTION}_API_BASE', why: 'beats the address in this file' },
    { variable: '{CONNECTION}_API_KEY', why: 'beats the key in this file' },
  ],
  runs: { list: ['--list-models'], ask: ['-m', '{gateway}:{model}', '{prompt}'] },
  session: { variables: { AICHAT_CONFIG_FILE: '{path:main}', AICHAT_MODEL: '{gateway}:{model}' }, copies: ['main'] },
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const { id: name, key } = gateway;
  const client = ['clients', { item: { type, name } }];
  const changes: Change[] = [
    main.set([...client, 'api_base'], gateway.url, 'outdated'),
    ...(key.form === 'literal' ? [main.set([...client, 'api_key'], key.value, 'outdated')] : []),
    main.own(
      [...client, 'models'],
      models.map((model) => ({ id: model.id, fields: modelFields(model) })),
      { as: 'list', key: 'name' },
    ),
  ];
  // Ids are made of the name alone: a client of another type would answer to ours.
  const named = ['clients', { item: { name } }];
  const standing = main.get([...named, 'type']);
  if (standing !== undefined && standing !== type) changes.unshift(main.set([...named, 'type'], type, 'identity'));
  if (defaultModel !== undefined) changes.push(main.set(['model'], `${name}:${defaultModel}`, 'choice'));
  return changes;
}

function modelFields({ id, contextWindow, vision, tools, price }: ToolModel): Record<string, Json> {
  return {
    name: id,
    // It stops longer questions by itself, so only what the gateway states.
    ...(contextWindow === undefined ? {} : { max_input_tokens: contextWindow }),
    ...(price === undefined ? {} : { input_price: price.input, output_price: price.output }),
    ...(vision === true ? { supports_vision: true } : {}),
    // Tools that the user has chosen are withheld without a word where it is missing.
    ...(tools === false ? {} : { supports_function_calling: true }),
  };
}
