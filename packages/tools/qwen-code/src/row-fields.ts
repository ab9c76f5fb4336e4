import { isOff, levelsOf, type Json, type OwnedEntry, type ToolModel } from '@modelrack/tool-kit';

export function rowFields(model: ToolModel, row: { envKey: string; baseUrl: string }): Record<string, Json> {
  const { vision, inputs = [] } = model;
  const kinds = [...new Set([...(vision === true ? ['image'] : []), ...inputs])];
  const generationConfig = {
    ...(model.contextWindow === undefined ? {} : { contextWindowSize: model.contextWindow }),
    ...(kinds.length === 0 ? {} : { modalities: Object.fromEntries(kinds.map((kind) => [kind, true])) }),
    // Else it offers five levels to a model that has none.
    ...(model.reasoning === false || model.efforts?.length === 0 ? { reasoning: false } : {}),
  };
  const reasoning = levelFields(model);
  return {
    id: model.id,
    name: model.label,
    ...row,
    ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
    ...(reasoning === undefined ? {} : { capabilities: { reasoning } }),
  };
}

/** All that it knows; one more word, and it counts none of them. */
const known = new Set(['low', 'medium', 'high', 'xhigh', 'max']);

function levelFields(model: ToolModel): Json | undefined {
  const efforts = levelsOf(model).filter((level) => known.has(level));
  if (efforts.length === 0) return undefined;
  const { defaultEffort = '' } = model;
  const hasOff = levelsOf(model).some(isOff) && model.effortMandatory !== true;
  return {
    thinking: true,
    efforts,
    ...(efforts.includes(defaultEffort) ? { defaultEffort } : {}),
    // Switched off it asks for the level "none".
    disableField: 'reasoning_effort',
    ...(hasOff ? {} : { canDisable: false }),
  };
}

/** Of a model whose price is stated. */
export function pricingOf({ id, price }: ToolModel): OwnedEntry[] {
  if (price === undefined) return [];
  return [{ id, fields: { inputPerMillionTokens: price.input, outputPerMillionTokens: price.output } }];
}
