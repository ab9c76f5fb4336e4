import { levelsOf, type Json, type ToolModel } from '@modelrack/tool-kit';

// A map: the word is a stranger's, and an object has a `constructor`.
const words: ReadonlyMap<string, string> = new Map([
  ['none', 'No reasoning'],
  ['minimal', 'Hardly any reasoning'],
  ['low', 'Quick answers with little reasoning'],
  ['medium', 'Balances speed and depth'],
  ['high', 'Deeper reasoning'],
  ['xhigh', 'Very deep reasoning'],
  ['max', 'As deep as the model can'],
]);

/**
 * A pick of a model without levels makes Codex ask every model for the level "none" from then on: reasoning is off, or
 * the request is refused. So one that is said to reason gets the usual three where its own are not stated, and one of
 * which nothing is said, or that has no levels to choose, the one that Codex takes for granted, and no default: until
 * it is picked none is sent.
 */
export function levelFields(model: ToolModel): Readonly<Record<string, Json>> {
  const levels = offered(model);
  const start = levels === usual ? 'medium' : model.defaultEffort;
  return {
    supported_reasoning_levels: levels.map((effort) => ({ effort, description: words.get(effort) ?? effort })),
    ...(start === undefined ? {} : { default_reasoning_level: start }),
    // Else a wish for a summary of its reasoning goes out with every request.
    ...(model.reasoning === false ? { supports_reasoning_summary_parameter: false } : {}),
  };
}

const usual: readonly string[] = ['low', 'medium', 'high'];

function offered(model: ToolModel): readonly string[] {
  const stated = levelsOf(model);
  if (stated.length > 0) return stated;
  const isSilent = model.efforts === undefined;
  if (model.reasoning === true) return isSilent ? usual : ['medium'];
  return isSilent && model.reasoning === undefined ? ['medium'] : [];
}
