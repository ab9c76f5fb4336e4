import { at, isRecord, smallest, textAt, tokensOf } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

const plain = [
  'context_window',
  'context_length',
  'max_context_length',
  'loaded_context_length',
  'max_model_len',
  'max_input_tokens',
  'inputTokenLimit',
  'num_ctx',
];
const nested: readonly (readonly string[])[] = [
  ['limits', 'max_input_tokens'],
  ['limit', 'context'],
  ['top_provider', 'context_length'],
  ['model_info', 'max_input_tokens'],
  ['meta', 'n_ctx'],
  ['meta', 'n_ctx_train'],
];

/**
 * The context window in tokens: the smallest that a row states, since that is the bound that a request
 * really meets (served < trained, endpoint < model). Never `max_tokens`. undefined: not stated.
 */
export function readWindow(fields: JsonRecord, id: string): number | undefined {
  const stated = [
    ...plain.map((field) => tokensOf(at(fields, field))),
    ...nested.map((path) => tokensOf(at(fields, ...path))),
    ...liveProviders(fields).map((provider) => tokensOf(at(provider, 'context_length'))),
    loadedInstance(fields, id),
    architectureWindow(fields),
    servedContext(fields),
  ];
  return smallest(stated);
}

/** Those that answer; one without a `status` counts. */
function liveProviders(fields: JsonRecord): readonly unknown[] {
  const providers = at(fields, 'providers');
  if (!Array.isArray(providers)) return [];
  return providers.filter((provider) => (textAt(provider, 'status') ?? 'live') === 'live');
}

/** LM Studio: of several loaded instances, the one whose id is the model's is what a request gets. */
function loadedInstance(fields: JsonRecord, id: string): number | undefined {
  const instances = at(fields, 'loaded_instances');
  if (!Array.isArray(instances)) return undefined;
  const own = instances.filter((instance) => textAt(instance, 'id') === id);
  return smallest(own.map((instance) => tokensOf(at(instance, 'config', 'context_length'))));
}

/** Ollama: `<architecture>.context_length`, the trained size. */
function architectureWindow(fields: JsonRecord): number | undefined {
  const info = at(fields, 'model_info');
  if (!isRecord(info)) return undefined;
  const architecture = textAt(info, 'general.architecture');
  if (architecture !== undefined) return tokensOf(at(info, `${architecture}.context_length`));
  const keys = Object.keys(info).filter((key) => key.endsWith('.context_length'));
  return smallest(keys.map((key) => tokensOf(info[key])));
}

/** Ollama: `num_ctx` in the parameters is what is served. They are lines of text, or an object. */
function servedContext(fields: JsonRecord): number | undefined {
  const text = textAt(fields, 'parameters');
  if (text === undefined) return tokensOf(at(fields, 'parameters', 'num_ctx'));
  return tokensOf(/^\s*num_ctx\s+(\d+)\s*$/m.exec(text)?.[1]);
}
