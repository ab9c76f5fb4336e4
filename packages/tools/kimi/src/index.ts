import { defineTool } from '@modelrack/tool-kit';
import { planAs } from './plan-as.ts';

export { planAs };

export default defineTool({
  id: 'kimi',
  name: 'Kimi Code',
  aliases: ['kimi-code'],
  homepage: 'https://github.com/MoonshotAI/kimi-code',
  verified: '2.1.0',
  verification: 'ran',
  detect: { bin: ['kimi'], places: [{ env: 'KIMI_CODE_HOME' }, { home: '.kimi-code' }], npm: '@moonshot-ai/kimi-code' },
  files: [
    {
      id: 'main',
      format: 'toml',
      places: [{ env: 'KIMI_CODE_HOME', path: 'config.toml' }, { home: '.kimi-code/config.toml' }],
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/model',
  reload: 'start kimi again: it reads its file only then',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: false,
  plan: planAs({ name: 'Kimi Code', type: 'openai', hasOutputLimit: true }),
});
