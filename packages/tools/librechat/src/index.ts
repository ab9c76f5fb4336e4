import { defineTool, keyText, type Change, type OwnedEntry, type PlanInput, type ToolModel } from '@modelrack/tool-kit';

export default defineTool({
  id: 'librechat',
  name: 'LibreChat',
  aliases: [],
  homepage: 'https://www.librechat.ai/docs/configuration/librechat_yaml',
  verified: '0.8.524',
  verification: 'schema',
  detect: { bin: [], places: [] },
  // It belongs to a server's folder, not to a user: run there, or name the file.
  files: [
    {
      id: 'main',
      format: 'yaml',
      mustExist: true,
      places: [{ project: 'librechat.yaml' }],
      project: [{ project: 'librechat.yaml' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  onlyNamed: true,
  picks: 'its model menu',
  reload: 'restart the server: it reads its file only when it starts',
  // A literal would end in a file that is often in git.
  key: ['env'],
  baseUrl: 'api-root',
  interpolates: ['${'],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['endpoints', 'custom', '*'], url: ['baseURL'], key: ['apiKey'] }],
  switchLine: (id, gateway) => `${gateway}: ${id}`,
  mcp: {
    file: 'main',
    path: ['mcpServers'],
    fields: { type: 'stdio' },
    variables: { reference: (name) => `\${${name}}` },
    note: 'LibreChat starts the MCP server where it runs itself: in a container the command has to be there too',
  },
  session: { missing: 'it is a server, which reads its models only from its file' },
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const endpoint = ['endpoints', 'custom', { item: { name: gateway.id } }];
  const apiKey = keyText(gateway.key, (name) => `\${${name}}`);
  const changes: Change[] = [
    main.set(['version'], '1.3.0', 'missing'),
    ...(apiKey === '' ? [] : [main.set([...endpoint, 'apiKey'], apiKey)]),
    main.set([...endpoint, 'baseURL'], gateway.url, 'outdated'),
    main.own(
      [...endpoint, 'models', 'default'],
      models.map(({ id }) => ({ id, fields: {} })),
      { as: 'texts' },
    ),
    // The server asks the gateway for the list; the one above is for when that fails.
    main.set([...endpoint, 'models', 'fetch'], true),
    main.set([...endpoint, 'modelDisplayLabel'], gateway.label),
    main.own([...endpoint, 'tokenConfig'], models.flatMap(tokenConfigOf), { as: 'map', uncounted: true }),
  ];
  const notes = [
    ...(gateway.key.form === 'env' && models.length > 0
      ? [`put ${gateway.key.name}=… into the .env beside ${main.path}: the server reads the key from there`]
      : []),
    ...(defaultModel === undefined ? [] : ['LibreChat chooses the model in its menu; no default is written']),
  ];
  return [...changes, ...notes.map((text): Change => ({ kind: 'note', text }))];
}

/**
 * The one place for a window. A price is demanded beside it, and a made-up one counts: where the server keeps
 * balances, 0 makes the model free for its users. So only with the price that the gateway states.
 */
function tokenConfigOf({ id, contextWindow, price }: ToolModel): OwnedEntry[] {
  if (price === undefined) return [];
  const fields = {
    prompt: price.input,
    completion: price.output,
    ...(price.cacheRead === undefined ? {} : { cacheRead: price.cacheRead }),
    ...(price.cacheWrite === undefined ? {} : { cacheWrite: price.cacheWrite }),
    ...(contextWindow === undefined ? {} : { context: contextWindow }),
  };
  return [{ id, fields }];
}
