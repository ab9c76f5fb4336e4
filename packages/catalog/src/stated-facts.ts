import { isRecord } from '@modelrack/json';
import { decodeFacts } from './cache/facts-format.ts';
import { booleanAt, lesserOf, tokensOf } from './json-value.ts';
import type { Catalog, Facts, InputKind, Model } from './types.ts';

/** What a user states of a model. It beats the gateway's word. */
export interface StatedFacts extends Facts {
  readonly contextWindow?: number | undefined;
  readonly maxOutput?: number | undefined;
}

/** Reads what stands in a file that people edit; what is not understood counts as not stated. */
export function readStatedFacts(value: unknown): StatedFacts {
  if (!isRecord(value)) return {};
  const found: StatedFacts = {
    ...decodeFacts(value),
    contextWindow: tokensOf(value['contextWindow']),
    maxOutput: tokensOf(value['maxOutput']),
    tools: booleanAt(value, 'tools'),
    reasoning: booleanAt(value, 'reasoning'),
    vision: booleanAt(value, 'vision'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, fact]) => fact !== undefined));
}

/** The list as a user corrects it, by id. Models that are not in it stay unknown. */
export function withStatedFacts(catalog: Catalog, stated: Readonly<Record<string, StatedFacts>>): Catalog {
  const known = new Map(Object.entries(stated));
  if (known.size === 0) return catalog;
  const models = [...catalog.models.values()].map((model): [string, Model] => {
    const facts = known.get(model.id);
    return [model.id, facts === undefined ? model : corrected(model, facts)];
  });
  return { ...catalog, models: new Map(models) };
}

function corrected(model: Model, facts: StatedFacts): Model {
  const { efforts = model.efforts } = facts;
  const whole: Model = { ...model, ...facts };
  const start = whole.defaultEffort;
  return {
    ...whole,
    maxOutput: whole.maxOutput === undefined ? undefined : lesserOf(whole.maxOutput, whole.contextWindow),
    inputs: inputsOf(whole, facts),
    reasoning: facts.reasoning ?? ((facts.efforts?.length ?? 0) > 0 ? true : model.reasoning),
    takesEffort: facts.efforts === undefined ? model.takesEffort : facts.efforts.length > 0,
    defaultEffort: start !== undefined && (efforts?.includes(start) ?? true) ? start : undefined,
  };
}

/** Images are told twice: by the flag, and among what a model reads. */
function inputsOf({ inputs, vision }: Model, facts: StatedFacts): readonly InputKind[] | undefined {
  if (facts.vision === undefined) return inputs;
  const others = (inputs ?? []).filter((kind) => kind !== 'image');
  if (vision === true) return ['image', ...others];
  return inputs === undefined ? undefined : others;
}
