import { defineTool, type ToolDefinition } from '@modelrack/tool-kit';
import { mapTool } from './sample-tools.ts';

/** A block in an item of a list, the ids once more as texts, in a map with names before them, and as an allowlist. */
export const itemTool: ToolDefinition = defineTool({
  ...mapTool,
  id: 'items',
  name: 'Items',
  detect: { bin: ['items'], places: [{ home: '.items' }] },
  files: [{ id: 'main', format: 'jsonc', noBlockComments: true, places: [{ home: '.items/config.jsonc' }] }],
  key: ['env', 'literal'],
  keyVariable: (connection) => `ITEMS_${connection.toUpperCase()}`,
  plan: ({ gateway, models, file }) => {
    const main = file('main');
    const provider = ['providers', { item: { name: gateway.id, type: 'openai' } }];
    return [
      main.set([...provider, 'url'], gateway.url, 'outdated'),
      main.set([...provider, 'key'], gateway.key.form === 'env' ? `$${gateway.key.name}` : 'a literal'),
      main.own(
        [...provider, 'models'],
        models.map(({ id, label }) => ({ id, fields: { id, label } })),
        { as: 'list', key: 'id' },
      ),
      main.own(
        ['allowed'],
        models.map(({ id }) => ({ id, fields: {} })),
        { as: 'texts', prefix: `${gateway.id}/`, uncounted: true },
      ),
      main.own(
        ['aliases'],
        models.map(({ id }) => ({ id, fields: { provider: gateway.id } })),
        { as: 'map', match: { provider: gateway.id }, uncounted: true },
      ),
    ];
  },
});

/** A file that is a list as a whole. */
export const listTool: ToolDefinition = defineTool({
  ...mapTool,
  id: 'rows',
  name: 'Rows',
  detect: { bin: ['rows'], places: [{ home: '.rows' }] },
  files: [{ id: 'main', format: 'yaml', top: 'list', places: [{ home: '.rows/models.yaml' }] }],
  key: ['manual'],
  plan: ({ gateway, models, file }) => [
    file('main').own(
      [],
      models.map(({ id }) => ({ id, fields: { model_id: `${gateway.id}/${id}`, key_name: gateway.id } })),
      { as: 'list', key: 'model_id', prefix: `${gateway.id}/`, match: { key_name: gateway.id } },
    ),
    { kind: 'note', text: `key: ${gateway.key.form}` },
  ],
});

/** Entries that say each for themselves where they lead, and a mark that is made once. */
export const entryTool: ToolDefinition = defineTool({
  ...mapTool,
  id: 'entries',
  name: 'Entries',
  detect: { bin: ['entries'], places: [{ home: '.entries' }] },
  files: [
    { id: 'main', format: 'yaml', places: [{ home: '.entries/config.yaml' }] },
    { id: 'mark', format: 'yaml', onlyNew: true, places: [{ home: '.entries/.mark' }] },
  ],
  key: ['literal'],
  interpolates: [],
  plan: ({ gateway, models, file }) => [
    file('main').own(
      ['models'],
      models.map(({ id, label, statedOutput = 0 }) => ({
        id,
        fields: {
          name: label,
          model: id,
          url: gateway.url,
          apiKey: gateway.key.form === 'literal' ? gateway.key.value : '',
          max: statedOutput,
        },
      })),
      { as: 'list', key: 'model', match: { url: gateway.url }, distinct: 'name' },
    ),
    file('mark').set(['made'], true, 'missing'),
  ],
});
