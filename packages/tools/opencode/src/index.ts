import { defineTool, type Change, type Json, type Key, type PlanInput, type ToolModel } from '@modelrack/tool-kit';

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
  reload: 'start opencode again: it reads its files only then',
  key: ['env', 'file', 'literal'],
  baseUrl: 'api-root',
  interpolates: ['{env:', '{file:'],
  exclusive: false,
  plan,
});

function plan(input: PlanInput): readonly Change[] {
  const { gateway, models, defaultModel } = input;
  const main = input.file('main');
  const block = ['provider', gateway.id] as const;
  const changes: Change[] = [];
  // opencode adds this line itself, but only to a file that it can rewrite without losing comments.
  if (main.isEmpty) changes.push(main.set(['$schema'], 'https://opencode.ai/config.json', 'missing'));
  changes.push(
    main.set([...block, 'npm'], '@ai-sdk/openai-compatible', 'identity'),
    main.set([...block, 'name'], gateway.label),
    main.set([...block, 'options', 'baseURL'], gateway.url, 'outdated'),
    main.set([...block, 'options', 'apiKey'], keyText(gateway.key)),
    main.own(
      [...block, 'models'],
      models.map((model) => ({ id: model.id, fields: modelFields(model) })),
    ),
    // A list of the user's that hides every provider it does not name.
    main.member(['enabled_providers'], gateway.id),
  );
  if (defaultModel !== undefined) changes.push(main.set(['model'], `${gateway.id}/${defaultModel}`, 'outdated'));
  return [...changes, ...notes(input)];
}

/** What the file cannot say of a model, or the gateway did not state, stays out: opencode then uses its own defaults. */
function modelFields(model: ToolModel): Record<string, Json> {
  const { contextWindow, outputLimit } = model;
  return {
    name: model.label,
    // With only one of the two numbers opencode refuses the whole file.
    ...(contextWindow !== undefined && outputLimit !== undefined
      ? { limit: { context: contextWindow, output: outputLimit } }
      : {}),
    ...(model.vision === true ? { attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } } : {}),
    ...(model.reasoning === true ? { reasoning: true } : {}),
  };
}

function keyText(key: Key): string {
  if (key.form === 'env') return `{env:${key.name}}`;
  // The reference is replaced in the text of the file, before any escape is read: no backslashes.
  if (key.form === 'file') return `{file:${key.path.replaceAll('\\', '/')}}`;
  return key.form === 'literal' ? key.value : '';
}

function notes({ gateway, models, defaultModel, file }: PlanInput): Change[] {
  if (models.length === 0) return [];
  const main = file('main');
  const texts: string[] = [];
  const disabled = main.get(['disabled_providers']);
  if (Array.isArray(disabled) && disabled.includes(gateway.id)) {
    texts.push(`disabled_providers holds "${gateway.id}": opencode hides these models until it is taken out there`);
  }
  for (const key of ['model', 'small_model']) {
    const full = main.get([key]);
    if (typeof full !== 'string' || !full.startsWith(`${gateway.id}/`)) continue;
    const isReplaced = key === 'model' && defaultModel !== undefined;
    if (isReplaced || models.some((model) => full === `${gateway.id}/${model.id}`)) continue;
    texts.push(`${key} "${full}" is not in the gateway's list: change it, or name another with --default`);
  }
  return texts.map((text) => ({ kind: 'note', text }));
}
