import { loadEditor, type Json } from '@modelrack/config-edit';
import { loadConfig, type GatewayConfig } from '@modelrack/gateway';
import { ownFiles } from '../../connections/own-files.ts';
import { survey } from '../../connections/own-survey.ts';
import type { CommonOptions, Context } from '../../world/context.ts';

/** What LiteLLM calls our presets; anything else is an OpenAI-compatible server at an address. */
const providers: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'gemini',
  openrouter: 'openrouter',
  groq: 'groq',
  together: 'together_ai',
};

type Params = Readonly<Record<string, Json>>;

/** The variable in which LiteLLM looks for a key: never the key itself. */
function variableOf(name: string, config: GatewayConfig): string | undefined {
  const key = config.connections.get(name)?.key;
  if (key === undefined) return undefined;
  return 'env' in key ? key.env : `${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_API_KEY`;
}

/** How LiteLLM asks for a model; undefined: it cannot, as for the demo. */
function paramsOf(id: string, config: GatewayConfig): Params | undefined {
  const slash = id.indexOf('/');
  const settings = config.connections.get(id.slice(0, slash));
  if (settings === undefined) return undefined;
  const provider = providers[settings.preset.name];
  const model = `${provider ?? 'openai'}/${id.slice(slash + 1)}`;
  const variable = variableOf(settings.name, config);
  const isElsewhere = provider === undefined || settings.baseUrl !== settings.preset.baseUrl;
  // Its OpenAI client does not start without one.
  const unkeyed = provider === undefined ? { api_key: 'none' } : {};
  return {
    model,
    ...(isElsewhere ? { api_base: settings.baseUrl } : {}),
    ...(variable === undefined ? unkeyed : { api_key: `os.environ/${variable}` }),
  };
}

interface Entry {
  readonly model_name: string;
  readonly litellm_params: Params;
  readonly model_info?: Params;
}

function entryOf(name: string, params: Params, window: number | undefined): Entry {
  const info = window === undefined ? {} : { model_info: { max_input_tokens: window } };
  return { model_name: name, litellm_params: params, ...info };
}

/** The same connections, tiers and chains as LiteLLM's `config.yaml`. */
export async function exportLitellm(context: Context, _options: CommonOptions): Promise<number> {
  const config = loadConfig(ownFiles(await context.machine()).config);
  const { aliases, known } = await survey(context, config);
  const windows = new Map(known.map(({ id, model }) => [id, model.contextWindow]));
  // What the user states of a model wins, and makes it one: as in the gateway's own list.
  for (const { models, name } of config.connections.values()) {
    for (const [id, { contextWindow }] of models) {
      windows.set(`${name}/${id}`, contextWindow ?? windows.get(`${name}/${id}`));
    }
  }
  const ids = new Set([...windows.keys(), ...[...aliases.values()].flatMap(({ chain }) => chain)]);
  const models = [...ids].toSorted().flatMap((id) => {
    const params = paramsOf(id, config);
    return params === undefined ? [] : [entryOf(id, params, windows.get(id))];
  });
  const chains = [...aliases].flatMap(([name, { chain }]) => {
    const able = chain.filter((id) => paramsOf(id, config) !== undefined);
    const [first, ...rest] = able;
    return first === undefined ? [] : [{ name, first, rest }];
  });
  const tiers = chains.map(({ first, name, rest }) => {
    const sizes = [first, ...rest].flatMap((id) => windows.get(id) ?? []);
    return entryOf(name, paramsOf(first, config) ?? {}, sizes.length === 0 ? undefined : Math.min(...sizes));
  });
  const fallbacks = chains.filter(({ rest }) => rest.length > 0).map(({ name, rest }) => ({ [name]: rest }));
  const document = {
    model_list: [...tiers, ...models],
    litellm_settings: { drop_params: true },
    // One attempt each, as here: the next of the chain, not the same again.
    router_settings: { num_retries: 0, fallbacks },
    general_settings: { master_key: 'os.environ/LITELLM_MASTER_KEY' },
  };
  context.printer.document({ schema: 1, command: context.command, config: document });
  context.printer.result(await toYaml(document));
  const variables = [...config.connections.keys()].flatMap((name) => variableOf(name, config) ?? []);
  if (variables.length > 0)
    context.printer.note(`It reads keys from ${[...new Set(variables)].map((name) => `$${name}`).join(', ')}.`);
  return 0;
}

async function toYaml(document: Readonly<Record<string, unknown>>): Promise<string> {
  const editor = await loadEditor('yaml');
  const empty = editor.read(new Uint8Array(), 'config.yaml', 'yaml');
  const edits = Object.entries(document).map(
    ([name, value]) => ({ op: 'set', path: [name], value: value as Json }) as const,
  );
  return new TextDecoder().decode(editor.edit(empty, edits).bytes);
}
