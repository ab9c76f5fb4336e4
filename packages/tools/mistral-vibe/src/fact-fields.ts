import { levelsOf, startLevel, type Json, type ToolModel } from '@modelrack/tool-kit';

/** All that it knows beside "off", for which it sends nothing. */
const known = ['low', 'medium', 'high', 'max'];

/** Prices, and the levels of reasoning that a model takes: without them it offers all five to any model. */
export function factFields(model: ToolModel): Record<string, Json> {
  const { price } = model;
  return {
    ...(price === undefined ? {} : { input_price: price.input, output_price: price.output }),
    ...(price?.cacheRead === undefined ? {} : { cached_input_price: price.cacheRead }),
    ...levelFields(model),
  };
}

function levelFields(model: ToolModel): Record<string, Json> {
  const stated = known.filter((level) => levelsOf(model).includes(level));
  if (stated.length === 0)
    return model.efforts === undefined && model.reasoning !== false ? {} : { thinking_levels: [] };
  if (model.effortMandatory !== true) return { thinking_levels: ['off', ...stated] };
  const start = startLevel(model) ?? '';
  return { thinking_levels: stated, ...(stated.includes(start) ? { thinking: start } : {}) };
}
