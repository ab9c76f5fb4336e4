import { defineTool, type Change, type Key, type PlanInput } from '@modelrack/tool-kit';

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
  reload: 'run `ccr restart`: it reads its file only then',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  // In every text of the file.
  interpolates: ['$'],
  exclusive: false,
  switchLine: (id, gateway) => `/model ${gateway},${id}`,
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const provider = ['Providers', { item: { name: gateway.id } }];
  const first = models[0]?.id;
  const changes: Change[] = [
    main.set([...provider, 'api_base_url'], `${gateway.url}/chat/completions`, 'outdated'),
    main.set([...provider, 'api_key'], keyText(gateway.key)),
    main.own(
      [...provider, 'models'],
      models.map(({ id }) => ({ id, fields: {} })),
      { as: 'texts' },
    ),
  ];
  // Without a default route a plain request has nowhere to go.
  const chosen = defaultModel ?? first;
  if (chosen !== undefined) {
    const rule = defaultModel === undefined ? 'missing' : 'outdated';
    changes.push(main.set(['Router', 'default'], `${gateway.id},${chosen}`, rule));
  }
  return changes;
}

function keyText(key: Key): string {
  if (key.form === 'env') return `$${key.name}`;
  return key.form === 'literal' ? key.value : '';
}
