import { defineTool, type Change, type FileSpec, type Json, type PlanInput, type ToolModel } from '@modelrack/tool-kit';

function inFolder(file: string): FileSpec['places'] {
  return [{ env: 'LLM_USER_PATH', path: file }, { config: `io.datasette.llm/${file}` }];
}

export default defineTool({
  id: 'llm',
  name: 'llm',
  aliases: [],
  homepage: 'https://llm.datasette.io',
  verified: '0.36',
  verification: 'ran',
  detect: { bin: ['llm'], places: [{ config: 'io.datasette.llm' }] },
  // The key first: without it, llm sends OPENAI_API_KEY to whatever the models point to.
  files: [
    { id: 'keys', format: 'json', strict: true, keyStore: true, places: inFolder('keys.json') },
    { id: 'main', format: 'yaml', top: 'list', places: inFolder('extra-openai-models.yaml') },
  ],
  wires: ['chat'],
  modelChoice: 'many',
  picks: 'llm models',
  reload: 'a running llm chat keeps its model: restart it',
  // By the name of an entry of its key store only.
  key: ['literal'],
  baseUrl: 'api-root',
  interpolates: [],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['*'], url: ['api_base'] }],
  switchLine: (id, gateway) => `llm -m ${quoted(`${gateway}/${id}`)}`,
  shadowedBy: [{ variable: 'LLM_MODEL', why: 'beats the default model' }],
  runs: { list: ['models', '-q', '{gateway}/'], ask: ['-m', '{gateway}/{model}', '{prompt}'] },
  session: {
    variables: { LLM_USER_PATH: '{folder}', LLM_MODEL: '{gateway}/{model}' },
    hides: 'its other models, keys, templates and logs',
  },
  plan,
});

function plan({ gateway, models, defaultModel, file }: PlanInput): readonly Change[] {
  const { id: name, key } = gateway;
  const changes: Change[] = [
    ...(key.form === 'literal' ? [file('keys').set([name], key.value, 'outdated')] : []),
    file('main').own(
      [],
      models.map((model) => ({ id: model.id, fields: entryFields(model, { name, url: gateway.url }) })),
      { as: 'list', key: 'model_id', prefix: `${name}/`, match: { api_key_name: name } },
    ),
  ];
  if (defaultModel !== undefined) {
    const text = `llm keeps its default model in a plain text file: run llm models default ${quoted(`${name}/${defaultModel}`)}`;
    changes.push({ kind: 'note', text });
  }
  return changes;
}

/** Every entry says for itself where it leads. A window is no field of llm's. */
function entryFields(model: ToolModel, to: { name: string; url: string }): Record<string, Json> {
  return {
    model_id: `${to.name}/${model.id}`,
    model_name: model.id,
    api_base: to.url,
    api_key_name: to.name,
    ...(model.vision === true ? { vision: true } : {}),
    ...(model.inputs?.includes('audio') === true ? { audio: true } : {}),
    ...(model.structured === true ? { supports_schema: true } : {}),
    ...(model.reasoning === true ? { reasoning: true } : {}),
    // Without it llm refuses tools before it asks anybody; with it tools go along only when they are named.
    ...(model.tools === false ? {} : { supports_tools: true }),
  };
}

/** The line is typed into a shell. */
function quoted(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
