import { planAs } from '@modelrack/opencode';
import { defineTool, type Change, type PlanInput } from '@modelrack/tool-kit';

const planShared = planAs({ name: 'Kilo', schema: 'https://app.kilo.ai/config.json' });

export default defineTool({
  id: 'kilo',
  name: 'Kilo CLI',
  aliases: ['kilocode'],
  homepage: 'https://kilo.ai',
  verified: '7.7.7',
  verification: 'ran',
  detect: { bin: ['kilo', 'kilocode'], places: [{ xdgConfig: 'kilo' }], npm: '@kilocode/cli' },
  // No file for a project: 7.7.7 drops one that refers to a variable, and a key itself has no place there.
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
    },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/models',
  reload: 'restart kilo: it reads its files only when it starts',
  key: ['env', 'file', 'literal'],
  baseUrl: 'api-root',
  interpolates: ['{env:', '{file:'],
  exclusive: false,
  mcp: { file: 'main', path: ['mcp'], command: 'list', fields: { type: 'local', enabled: true } },
  pointsTo: [{ file: 'main', at: ['provider', '*'], url: ['options', 'baseURL'], key: ['options', 'apiKey'] }],
  shadowedBy: [
    { variable: 'KILO_CONFIG', why: 'names a file that is merged over this one' },
    { variable: 'KILO_CONFIG_CONTENT', why: 'holds text that is merged over this file' },
  ],
  runs: { list: ['models', '{gateway}'], ask: ['run', '-m', '{gateway}/{model}', '{prompt}'] },
  session: { variables: { KILO_CONFIG_CONTENT: '{text:main}' } },
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const main = input.file('main');
  // At its first start Kilo takes a file with settings for one of an older release, and adds to it that every shell
  // command may run unasked. With its usual answer in the file it adds nothing.
  const path = ['permission', 'bash'];
  const asks = main.isEmpty || main.get(path) === 'ask' ? [main.set(path, 'ask', 'missing')] : [];
  return [...planShared(input), ...asks];
}
