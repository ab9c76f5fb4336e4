import type { Model } from '@modelrack/catalog';
import type { Json } from '@modelrack/config-edit';

/** A model as `--json` shows it; what the gateway does not say is null. */
export function modelRow(model: Model): Readonly<Record<string, Json>> {
  return {
    id: model.id,
    form: model.form,
    kind: model.kind,
    name: model.name,
    contextWindow: model.contextWindow ?? null,
    maxOutput: model.maxOutput ?? null,
    provider: model.provider ?? null,
    resolvesTo: model.resolvesTo,
    tools: model.tools ?? null,
    reasoning: model.reasoning ?? null,
    vision: model.vision ?? null,
    inputs: model.inputs ?? null,
    price: priceRow(model),
    efforts: model.efforts ?? null,
    defaultEffort: model.defaultEffort ?? null,
    effortMandatory: model.effortMandatory ?? null,
    structured: model.structured ?? null,
    temperature: model.temperature ?? null,
    deprecated: model.deprecated,
  };
}

/** Dollars per million tokens. */
function priceRow({ price }: Model): Json {
  if (price === undefined) return null;
  const { input, output, cacheRead, cacheWrite } = price;
  return { input, output, cacheRead: cacheRead ?? null, cacheWrite: cacheWrite ?? null };
}
