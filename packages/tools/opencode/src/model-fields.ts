import { levelsOf, takesLevel, type Json, type ToolModel } from '@modelrack/tool-kit';

/** What is not stated of a model stays out: opencode then uses its own defaults. */
export function modelFields(model: ToolModel): Record<string, Json> {
  const { contextWindow, outputLimit, price } = model;
  return {
    name: model.label,
    // With only one of the two numbers opencode refuses the whole file.
    ...(contextWindow !== undefined && outputLimit !== undefined
      ? { limit: { context: contextWindow, output: outputLimit } }
      : {}),
    ...inputFields(model),
    ...levelFields(model),
    ...(model.tools === false ? { tool_call: false } : {}),
    ...(price === undefined ? {} : { cost: costOf(price) }),
  };
}

function inputFields({ vision, inputs = [] }: ToolModel): Record<string, Json> {
  const kinds = [...new Set([...(vision === true ? ['image'] : []), ...inputs])];
  return kinds.length === 0 ? {} : { attachment: true, modalities: { input: ['text', ...kinds], output: ['text'] } };
}

/** What opencode offers of itself where a model reasons. */
const generated = ['low', 'medium', 'high'];

/**
 * A model that reasons gets levels of opencode's own, and one of them goes out with the request for a title: so only
 * where a level may be named, and those that are not stated are switched off.
 */
function levelFields(model: ToolModel): Record<string, Json> {
  if (!takesLevel(model)) return {};
  const stated = levelsOf(model);
  if (stated.length === 0) return { reasoning: true };
  const refused = generated.filter((level) => !stated.includes(level));
  return {
    reasoning: true,
    variants: Object.fromEntries([
      ...stated.map((level) => [level, { reasoningEffort: level }]),
      ...refused.map((level) => [level, { disabled: true }]),
    ]),
  };
}

function costOf({ input, output, cacheRead, cacheWrite }: NonNullable<ToolModel['price']>): Json {
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cache_read: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cache_write: cacheWrite }),
  };
}
