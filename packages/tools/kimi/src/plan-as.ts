import type { Change, Json, PlanInput, ToolFile, ToolModel } from '@modelrack/tool-kit';

/** What tells the two programs of the name `kimi` apart. */
export interface Dialect {
  readonly name: string;
  /** What it calls a provider that speaks chat completions. */
  readonly type: string;
  /** Without a limit it asks for an answer of up to 131,072 tokens, or of the whole window. */
  readonly hasOutputLimit: boolean;
}

export function planAs(dialect: Dialect): (input: PlanInput) => readonly Change[] {
  return (input) => {
    const { gateway, models, defaultModel } = input;
    const main = input.file('main');
    const block = ['providers', gateway.id];
    const known = models.filter(({ contextWindow }) => contextWindow !== undefined);
    return [
      typeOf(main, block, dialect.type),
      main.set([...block, 'base_url'], gateway.url, 'required'),
      ...(gateway.key.form === 'env' ? [main.set([...block, 'api_key_env'], gateway.key.name)] : []),
      ...(gateway.key.form === 'literal' ? [main.set([...block, 'api_key'], gateway.key.value)] : []),
      main.own(
        ['models'],
        known.map((model) => ({ id: model.id, fields: rowFields(model, gateway.id, dialect) })),
        { as: 'map', match: { provider: gateway.id } },
      ),
      ...defaultOf(main, defaultModel, known[0]),
      ...notes(input, dialect),
    ];
  };
}

/** Another kind of provider under our name is the user's; nobody's provider can do without the field. */
function typeOf(main: ToolFile, block: readonly string[], type: string): Change {
  const path = [...block, 'type'];
  const standing = main.get(path);
  return main.set(path, type, standing === undefined || standing === type ? 'needed' : 'identity');
}

/** Where there is none, the tool asks nothing at all without a terminal, not even with `-m`. */
function defaultOf(main: ToolFile, named: string | undefined, first: ToolModel | undefined): Change[] {
  if (named !== undefined) return [main.set(['default_model'], named, 'outdated')];
  return first === undefined ? [] : [main.set(['default_model'], first.id, 'missing')];
}

function rowFields(model: ToolModel, provider: string, { hasOutputLimit }: Dialect): Record<string, Json> {
  const { id, label, contextWindow, outputLimit, vision } = model;
  return {
    provider,
    model: id,
    ...(contextWindow === undefined ? {} : { max_context_size: contextWindow }),
    ...(hasOutputLimit && outputLimit !== undefined ? { max_output_size: outputLimit } : {}),
    ...(label === id ? {} : { display_name: label }),
    ...(vision === true ? { capabilities: ['image_in'] } : {}),
  };
}

function notes({ gateway, models, defaultModel, file }: PlanInput, { name }: Dialect): Change[] {
  if (models.length === 0) return [];
  const texts = models
    .filter(({ contextWindow }) => contextWindow === undefined)
    .map(({ id }) => `${id} is left out: ${name} needs its window, and the gateway states none`);
  const main = file('main');
  const current = main.get(['default_model']);
  const isOurs = typeof current === 'string' && main.get(['models', current, 'provider']) === gateway.id;
  if (isOurs && defaultModel === undefined && !models.some(({ id }) => id === current)) {
    texts.push(
      `default_model "${current}" is not in the gateway's list: choose one with /model, or name one with --default`,
    );
  }
  return texts.map((text) => ({ kind: 'note', text }));
}
