import { levelsOf, type Json, type ToolModel } from '@modelrack/tool-kit';

const words: Readonly<Record<string, string>> = {
  none: 'No reasoning',
  minimal: 'Hardly any reasoning',
  low: 'Quick answers with little reasoning',
  medium: 'Balances speed and depth',
  high: 'Deeper reasoning',
  xhigh: 'Very deep reasoning',
  max: 'As deep as the model can',
};

/**
 * A pick of a model without levels makes Codex ask every model for the level "none" from then on. So one that is said
 * to reason gets the usual three where its own are not stated; of one that may not reason nothing is made up.
 */
export function levelFields(model: ToolModel): Readonly<Record<string, Json>> {
  const stated = levelsOf(model);
  const isAssumed = stated.length === 0 && model.reasoning === true;
  const levels = isAssumed ? ['low', 'medium', 'high'] : stated;
  const start = isAssumed ? 'medium' : model.defaultEffort;
  return {
    supported_reasoning_levels: levels.map((effort) => ({ effort, description: words[effort] ?? effort })),
    ...(start === undefined ? {} : { default_reasoning_level: start }),
  };
}
