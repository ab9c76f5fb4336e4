import { defineTool } from '@modelrack/tool-kit';
import { planAs } from './plan-as.ts';

export { planAs };

export default defineTool({
  id: 'opencode',
  name: 'opencode',
  aliases: [],
  homepage: 'https://opencode.ai',
  verified: '1.18.33',
  verification: 'ran',
  detect: { bin: ['opencode'], places: [{ xdgConfig: 'opencode' }], npm: 'opencode-ai' },
  files: [
    {
      id: 'main',
      format: 'jsonc',
      // All of them are read and merged, the later wins: opencode.jsonc over opencode.json over config.json.
      places: [{ xdgConfig: 'opencode/opencode.jsonc' }, { xdgConfig: 'opencode/opencode.json' }],
      merged: [{ xdgConfig: 'opencode/config.json' }],
      project: [{ project: 'opencode.jsonc' }, { project: 'opencode.json' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/models',
  reload: 'restart opencode: it reads its files only when it starts',
  key: ['env', 'file', 'literal'],
  baseUrl: 'api-root',
  interpolates: ['{env:', '{file:'],
  exclusive: false,
  mcp: { file: 'main', path: ['mcp'], command: 'list', fields: { type: 'local', enabled: true } },
  pointsTo: [{ file: 'main', at: ['provider', '*'], url: ['options', 'baseURL'], key: ['options', 'apiKey'] }],
  shadowedBy: [
    { variable: 'OPENCODE_CONFIG', why: 'names a file that is merged over this one' },
    { variable: 'OPENCODE_CONFIG_DIR', why: 'names a folder that is merged over this one' },
    { variable: 'OPENCODE_CONFIG_CONTENT', why: 'holds text that is merged over this file' },
  ],
  runs: { list: ['models', '{gateway}'], ask: ['run', '-m', '{gateway}/{model}', '{prompt}'] },
  session: { variables: { OPENCODE_CONFIG_CONTENT: '{text:main}' } },
  plan: planAs({ name: 'opencode', schema: 'https://opencode.ai/config.json' }),
});
