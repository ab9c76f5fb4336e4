import { planAs } from '@modelrack/opencode';
import { defineTool } from '@modelrack/tool-kit';

export default defineTool({
  id: 'kilo',
  name: 'Kilo CLI',
  aliases: ['kilocode'],
  homepage: 'https://kilo.ai',
  verified: '7.7.7',
  verification: 'ran',
  detect: { bin: ['kilo', 'kilocode'], places: [{ xdgConfig: 'kilo' }], npm: '@kilocode/cli' },
  files: [
    {
      id: 'main',
      format: 'jsonc',
      // All of them are merged. Kilo itself changes the first that exists, in this order, and makes kilo.jsonc.
      places: [
        { xdgConfig: 'kilo/kilo.jsonc' },
        { xdgConfig: 'kilo/kilo.json' },
        { xdgConfig: 'kilo/opencode.jsonc' },
        { xdgConfig: 'kilo/opencode.json' },
        { xdgConfig: 'kilo/config.json' },
        { xdgConfig: 'kilo/kilo.jsonc' },
      ],
      project: [
        { project: '.kilo/kilo.jsonc' },
        { project: '.kilo/kilo.json' },
        { project: 'kilo.jsonc' },
        { project: 'kilo.json' },
        { project: '.kilo/kilo.jsonc' },
      ],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/models',
  reload: 'start kilo again: it reads its files only then',
  key: ['env', 'file', 'literal'],
  baseUrl: 'api-root',
  interpolates: ['{env:', '{file:'],
  exclusive: false,
  plan: planAs({ name: 'Kilo', schema: 'https://app.kilo.ai/config.json' }),
});
