import { defineTool, keyText, type Change, type PlanInput } from '@modelrack/tool-kit';

export default defineTool({
  id: 'claude-code-router',
  name: 'claude-code-router',
  aliases: ['ccr'],
  homepage: 'https://github.com/musistudio/claude-code-router',
  verified: '2.0.0',
  verification: 'ran',
  detect: {
    bin: ['ccr'],
    places: [{ home: '.claude-code-router' }],
    npm: '@musistudio/claude-code-router',
  },
  files: [{ id: 'main', format: 'jsonc', places: [{ home: '.claude-code-router/config.json' }] }],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/model, typed in full: provider,model',
  reload: 'run `ccr restart`: it reads its file only when it starts',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  // In every text of the file.
  interpolates: ['$'],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['Providers', '*'], url: ['api_base_url'], key: ['api_key'] }],
  switchLine: (id, gateway) => `/model ${gateway},${id}`,
  session: { missing: 'it is a server, which reads its models only from its file' },
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  // It reads either spelling, and the second one only where the first is not there.
  const isSmall = main.get(['Providers']) === undefined && main.get(['providers']) !== undefined;
  const provider = [isSmall ? 'providers' : 'Providers', { item: { name: gateway.id } }];
  return [
    main.set([...provider, 'api_base_url'], `${gateway.url}/chat/completions`, 'outdated'),
    // With braces any name will do; without them only one in capitals.
    main.set(
      [...provider, 'api_key'],
      keyText(gateway.key, (name) => `\${${name}}`),
    ),
    main.own(
      [...provider, 'models'],
      models.map(({ id }) => ({ id, fields: {} })),
      { as: 'texts' },
    ),
    ...defaultRoute({ gateway, models, defaultModel, file }),
  ];
}

/** Without one a plain request has nowhere to go. */
function defaultRoute({
  gateway,
  models,
  defaultModel,
  file,
}: Pick<PlanInput, 'gateway' | 'models' | 'defaultModel' | 'file'>): Change[] {
  const main = file('main');
  const path = ['Router', 'default'];
  const prefix = `${gateway.id},`;
  if (defaultModel !== undefined) return [main.set(path, prefix + defaultModel, 'choice')];
  const route = main.get(path);
  // Chosen with `ccr model`, it leads to us and goes with us.
  if (typeof route === 'string' && route.startsWith(prefix)) {
    const id = route.slice(prefix.length);
    const isListed = models.length === 0 || models.some((model) => model.id === id);
    const text = `Router.default ${JSON.stringify(route)} is no longer in the gateway's list: choose another with \`ccr model\` or --default`;
    return [main.claim(path), ...(isListed ? [] : [{ kind: 'note' as const, text }])];
  }
  const [first] = models;
  return first === undefined ? [] : [main.set(path, prefix + first.id, 'missing')];
}
