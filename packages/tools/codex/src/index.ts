import { defineTool, type Change, type PlanInput } from '@modelrack/tool-kit';
import { catalogPath, catalogRows } from './catalog.ts';
import { diversions, profileNote } from './diversions.ts';
import { instructionsFor, instructionsOf } from './instructions.ts';

export default defineTool({
  id: 'codex',
  name: 'Codex CLI',
  aliases: [],
  homepage: 'https://github.com/openai/codex',
  verified: '0.171.0',
  verification: 'ran',
  detect: { bin: ['codex'], places: [{ env: 'CODEX_HOME' }, { home: '.codex' }], npm: '@openai/codex' },
  // A catalogue that is named but missing stops every start: it is written first and taken away last.
  files: [
    {
      id: 'catalog',
      format: 'json',
      strict: true,
      places: [{ env: 'CODEX_HOME', path: '{connection}-models.json' }, { home: '.codex/{connection}-models.json' }],
    },
    {
      id: 'main',
      format: 'toml',
      places: [{ env: 'CODEX_HOME', path: 'config.toml' }, { home: '.codex/config.toml' }],
    },
  ],
  reads: [
    {
      id: 'login',
      format: 'json',
      places: [{ env: 'CODEX_HOME', path: 'auth.json' }, { home: '.codex/auth.json' }],
    },
  ],
  wires: ['responses'],
  modelChoice: 'many',
  // With each pick it writes the effort of that model.
  besidePick: [{ file: 'main', path: ['model_reasoning_effort'] }],
  picks: '/model',
  reload:
    'its background server keeps the old list and key: if one is running (`codex app-server daemon version`), ' +
    'run `codex app-server daemon restart` in a shell that has the key',
  key: ['env', 'command', 'literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: true,
  pointsTo: [
    {
      file: 'main',
      at: ['model_providers', '*'],
      url: ['base_url'],
      keyVariable: ['env_key'],
      key: ['experimental_bearer_token'],
    },
  ],
  diverts: diversions,
  asks: { baseInstructions: { args: ['debug', 'models'], read: instructionsOf } },
  // An unknown field stops it with --strict-config; it passes on no variable but those named.
  mcp: { file: 'main', path: ['mcp_servers'], variables: { names: 'env_vars' } },
  shadowedBy: [
    {
      spec: 'main',
      key: ['profile'],
      why: 'takes the provider of that profile; releases from 0.134 on do not start with it',
      isFatal: true,
    },
    {
      place: { project: '.codex/config.toml' },
      format: 'toml',
      keys: [['model'], ['profile']],
      why: 'beats your own configuration in this folder, once it is trusted',
    },
  ],
  runs: { list: ['debug', 'models'], ask: ['exec', '--skip-git-repo-check', '-m', '{model}', '{prompt}'] },
  // The table of providers is merged with the user's; only the catalogue has to be a file.
  session: {
    args: [
      '-c',
      'model_provider={json:gateway}',
      '-c',
      'model={json:model}',
      '-c',
      'model_catalog_json={json:path:catalog}',
      '-c',
      'model_providers.{gateway}={name={json:gateway},base_url={json:url},wire_api="responses",env_key={json:keyVariable}}',
    ],
  },
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, defaultModel, facts } = input;
  const main = input.file('main');
  const catalog = input.file('catalog');
  const { text: instructions } = instructionsFor(facts['baseInstructions'], models.length);
  const standing = catalog.get(['models']);
  const changes: Change[] = [
    catalog.own(['models'], catalogRows(models, { via: gateway.label, instructions, standing }), {
      as: 'list',
      key: 'slug',
    }),
    main.set(['model_provider'], gateway.id, 'outdated'),
    main.set(['model_catalog_json'], catalogPath(main.path, catalog.path), 'outdated'),
  ];
  const [first] = models;
  if (defaultModel !== undefined) changes.push(main.set(['model'], defaultModel, 'choice'));
  else if (first !== undefined) changes.push(main.set(['model'], first.id, 'missing'));
  return [...changes, ...providerChanges(input), ...notes(input)];
}

function providerChanges({ gateway, file }: PlanInput): Change[] {
  const main = file('main');
  const block = ['model_providers', gateway.id] as const;
  const { key } = gateway;
  const changes: Change[] = [
    main.set([...block, 'name'], gateway.label, 'needed'),
    main.set([...block, 'base_url'], gateway.url, 'outdated'),
  ];
  // "responses" is what Codex takes without the line: a provider that stands there without it stays as it is.
  const standsWithout =
    main.get([...block, 'base_url']) !== undefined && main.get([...block, 'wire_api']) === undefined;
  if (!standsWithout) changes.push(main.set([...block, 'wire_api'], 'responses', 'identity'));
  if (key.form === 'env') changes.push(main.set([...block, 'env_key'], key.name));
  if (key.form === 'literal') changes.push(main.set([...block, 'experimental_bearer_token'], key.value));
  if (key.form === 'command') {
    const [command = '', ...args] = key.argv;
    // Of this machine: another one's, or an older Node's, is not a choice of the user's.
    changes.push(main.set([...block, 'auth', 'command'], command, 'outdated'));
    changes.push(main.set([...block, 'auth', 'args'], args, 'outdated'));
  }
  return changes;
}

function notes({ models, defaultModel, facts, file }: PlanInput): Change[] {
  if (models.length === 0) return [];
  const texts: string[] = [];
  const { note } = instructionsFor(facts['baseInstructions'], models.length);
  if (note !== undefined) texts.push(note);
  const profile = profileNote(file('main'));
  if (profile !== undefined) texts.push(profile);
  const current = file('main').get(['model']);
  const isOffered = current === undefined || models.some((model) => model.id === current);
  if (!isOffered && defaultModel === undefined) {
    texts.push(
      `model ${JSON.stringify(current)} is not in the gateway's list: choose one with /model, or name one with --default`,
    );
  }
  return texts.map((text) => ({ kind: 'note', text }));
}
