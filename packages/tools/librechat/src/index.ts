import { defineTool, type Change, type PlanInput } from '@modelrack/tool-kit';

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
  reload: 'restart the server: it reads its file only then',
  // A literal would end in a file that is often in git.
  key: ['env'],
  baseUrl: 'api-root',
  interpolates: ['${'],
  exclusive: false,
  switchLine: (id, gateway) => `${gateway}: ${id}`,
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const endpoint = ['endpoints', 'custom', { item: { name: gateway.id } }];
  const known = models.filter(({ contextWindow }) => contextWindow !== undefined);
  const changes: Change[] = [
    main.set(['version'], '1.3.0', 'missing'),
    ...(gateway.key.form === 'env' ? [main.set([...endpoint, 'apiKey'], `\${${gateway.key.name}}`)] : []),
    main.set([...endpoint, 'baseURL'], gateway.url, 'outdated'),
    main.own(
      [...endpoint, 'models', 'default'],
      models.map(({ id }) => ({ id, fields: {} })),
      { as: 'texts' },
    ),
    // The server asks the gateway for the list; the one above is for when that fails.
    main.set([...endpoint, 'models', 'fetch'], true),
    main.set([...endpoint, 'modelDisplayLabel'], gateway.label),
    // The one place for a window. Prices are demanded beside it: the gateway adds none.
    main.own(
      [...endpoint, 'tokenConfig'],
      known.map(({ id, contextWindow = 0 }) => ({ id, fields: { prompt: 0, completion: 0, context: contextWindow } })),
      { as: 'map', uncounted: true },
    ),
  ];
  const notes = [
    ...(gateway.key.form === 'env' && models.length > 0
      ? [`put ${gateway.key.name}=… into the .env beside ${main.path}: the server reads the key from there`]
      : []),
    ...(defaultModel === undefined ? [] : ['LibreChat chooses the model in its menu; no default is written']),
  ];
  return [...changes, ...notes.map((text): Change => ({ kind: 'note', text }))];
}
