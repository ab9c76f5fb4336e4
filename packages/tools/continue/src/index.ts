import {
  defineTool,
  keyText,
  type Change,
  type Json,
  type Place,
  type PlanInput,
  type ToolModel,
} from '@modelrack/tool-kit';

function inFolder(file: string): readonly Place[] {
  return [{ env: 'CONTINUE_GLOBAL_DIR', path: file }, { home: `.continue/${file}` }];
}

export default defineTool({
  id: 'continue',
  name: 'Continue',
  aliases: ['cn'],
  homepage: 'https://continue.dev',
  verified: '1.5.47',
  verification: 'ran',
  detect: { bin: ['cn'], places: [{ home: '.continue' }], npm: '@continuedev/cli' },
  // The command and the extensions of editors share them.
  files: [
    { id: 'main', format: 'yaml', places: inFolder('config.yaml') },
    // Where the command keeps what is picked in it.
    { id: 'picked', format: 'json', onlyUsual: true, places: inFolder('index/globalContext.json') },
    { id: 'mark', format: 'json', onlyUsual: true, onlyNew: true, places: inFolder('.onboarding_complete') },
  ],
  // The form of earlier years, which the extensions read only where the newer one is not there.
  reads: [{ id: 'old', format: 'jsonc', places: inFolder('config.json') }],
  wires: ['chat'],
  modelChoice: 'many',
  picks: '/model',
  reload: 'restart cn: it reads its files only when it starts',
  key: ['env', 'literal'],
  baseUrl: 'api-root',
  // Filled in everywhere in the file, before it is parsed.
  interpolates: ['${{'],
  exclusive: false,
  mcp: { file: 'main', path: ['mcpServers'], as: 'list' },
  pointsTo: [{ file: 'main', at: ['models', '*'], url: ['apiBase'], key: ['apiKey'] }],
  runs: { ask: ['-p', '{prompt}'] },
  session: {
    variables: { CONTINUE_GLOBAL_DIR: '{folder}' },
    files: { picked: 'index/globalContext.json' },
    copies: ['main', 'picked'],
    hides: 'its sessions, its history and its .env',
  },
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const apiKey = keyText(gateway.key, (name) => `\${{ secrets.${name} }}`);
  const changes: Change[] = [
    // Without the two it does not start.
    main.set(['name'], gateway.label, 'missing'),
    main.set(['version'], '1.0.0', 'missing'),
    main.own(
      ['models'],
      models.map((model) => ({ id: model.id, fields: entryFields(model, { apiBase: gateway.url, apiKey }) })),
      // There is no block of a provider: every entry says where it leads, and a name must be there once.
      { as: 'list', key: 'model', match: { provider: 'openai', apiBase: gateway.url }, distinct: 'name' },
    ),
  ];
  const chosen = models.find(({ id }) => id === defaultModel);
  if (chosen !== undefined) changes.push(file('picked').set(['cliSelectedModel'], chosen.label, 'choice'));
  // Without this mark the first start asks for a key of Anthropic's, whatever the file holds.
  changes.push(file('mark').set(['madeBy'], 'modelrack', 'missing'));
  if (file('old').exists && !main.exists) {
    const text = `Continue reads ${file('old').path} no longer once config.yaml exists: copy what you need from it`;
    changes.push({ kind: 'note', text });
  }
  return changes;
}

function entryFields(model: ToolModel, place: { apiBase: string; apiKey: string }): Record<string, Json> {
  const { id, label, contextWindow, statedOutput } = model;
  const options = {
    ...(contextWindow === undefined ? {} : { contextLength: contextWindow }),
    // It is sent with every request, so only what the gateway states.
    ...(statedOutput === undefined ? {} : { maxTokens: statedOutput }),
  };
  // Beside what it tells from the name; its editors ask.
  const capabilities = [
    ...(model.tools === true ? ['tool_use'] : []),
    ...(model.vision === true ? ['image_input'] : []),
  ];
  return {
    name: label,
    provider: 'openai',
    model: id,
    ...place,
    ...(capabilities.length === 0 ? {} : { capabilities }),
    ...(Object.keys(options).length === 0 ? {} : { defaultCompletionOptions: options }),
  };
}
