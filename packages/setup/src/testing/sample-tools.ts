import { defineTool } from '@modelrack/tool-kit';

/** One map of models in a commented file, as many tools have it. */
export const mapTool = defineTool({
  id: 'sample',
  name: 'Sample Code',
  aliases: [],
  homepage: 'https://sample.example.test',
  verified: '1.0.0',
  verification: 'ran',
  detect: { bin: ['sample-code'], places: [{ home: '.sample' }] },
  files: [
    {
      id: 'main',
      format: 'jsonc',
      places: [{ home: '.sample/config.jsonc' }, { home: '.sample/config.json' }],
      merged: [{ home: '.sample/old.json' }],
      project: [{ project: 'sample.json' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/models',
  key: ['env', 'file', 'literal'],
  baseUrl: 'api-root',
  interpolates: ['{env:', '{file:'],
  exclusive: false,
  plan: ({ gateway, models, file, defaultModel }) => {
    const main = file('main');
    const block = ['provider', gateway.id] as const;
    const key = gateway.key.form === 'env' ? `{env:${gateway.key.name}}` : 'key-of-another-form';
    return [
      main.set([...block, 'type'], 'openai', 'identity'),
      main.set([...block, 'name'], gateway.label),
      main.set([...block, 'url'], gateway.url, 'outdated'),
      main.set([...block, 'key'], key),
      main.own(
        [...block, 'models'],
        models.map((model) => ({
          id: model.id,
          fields: {
            name: model.label,
            ...(model.contextWindow === undefined
              ? {}
              : { limit: { context: model.contextWindow, output: model.outputLimit ?? 0 } }),
          },
        })),
      ),
      main.member(['enabled'], gateway.id),
      ...(defaultModel === undefined ? [] : [main.set(['model'], `${gateway.id}/${defaultModel}`, 'choice')]),
    ];
  },
});

/** One gateway at a time, a list of models in a file of its own, root values that point to it. */
export const exclusiveTool = defineTool({
  ...mapTool,
  id: 'solo',
  name: 'Solo',
  files: [
    { id: 'list', format: 'json', strict: true, places: [{ home: '.solo/{connection}-models.json' }] },
    { id: 'main', format: 'jsonc', places: [{ home: '.solo/config.jsonc' }] },
  ],
  reads: [{ id: 'login', format: 'json', places: [{ home: '.solo/login.json' }] }],
  interpolates: [],
  exclusive: true,
  diverts: ({ gateway, file }) => {
    const provider = file('main').get(['provider']);
    const login = file('login').get(['token']);
    return [
      ...(provider === undefined || provider === gateway.id
        ? []
        : [{ what: `provider is ${JSON.stringify(provider)}`, path: file('main').path }]),
      ...(login === undefined ? [] : [{ what: 'a stored login', path: file('login').path }]),
    ];
  },
  plan: ({ gateway, models, file, defaultModel }) => {
    const main = file('main');
    const first = models[0];
    return [
      file('list').own(
        ['models'],
        models.map((model) => ({ id: model.id, fields: { slug: model.id, title: model.label } })),
        { as: 'list', key: 'slug' },
      ),
      main.set(['provider'], gateway.id, 'outdated'),
      main.set(['list'], `${gateway.id}-models.json`, 'outdated'),
      main.set(['providers', gateway.id, 'url'], gateway.url, 'outdated'),
      ...(defaultModel !== undefined ? [main.set(['model'], defaultModel, 'choice')] : []),
      ...(defaultModel === undefined && first !== undefined ? [main.set(['model'], first.id, 'missing')] : []),
    ];
  },
});

/** Rows of ours among rows of others, told apart by their URL. */
export const rowsTool = defineTool({
  ...mapTool,
  id: 'rows',
  name: 'Rows',
  files: [{ id: 'main', format: 'jsonc', places: [{ home: '.rows/settings.json' }] }],
  key: ['env', 'literal'],
  interpolates: ['$'],
  plan: ({ gateway, models, file }) => {
    const match = { baseUrl: gateway.url };
    const main = file('main');
    return [
      main.own(
        ['providers', 'openai'],
        models.map((model) => ({ id: model.id, fields: { id: model.id, name: model.label, ...match } })),
        { as: 'list', key: 'id', match },
      ),
      ...(gateway.key.form === 'literal' ? [main.set(['env', gateway.keyVariable], gateway.key.value)] : []),
    ];
  },
});
