import { levelsOf, type Change, type PlanInput, type ToolModel } from '@modelrack/tool-kit';
import { isClaude } from './picker-row.ts';

/** Less is ignored, with a warning. */
export const leastWindow = 100_000;
/** All that can be a default or the highest; the last one is no default. */
const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];

/**
 * What is stated of a model, where Claude Code looks for it: an unknown id is else taken for one of a million tokens.
 * Its own commands write into the same entries, so each value is ours by itself. Under the name of a Claude model it
 * would hold for the user's own model of that name as well.
 */
export function settingChanges({ file }: PlanInput, models: readonly ToolModel[]): Change[] {
  const main = file('main');
  return models.flatMap((model) => {
    if (isClaude(model.id)) return [];
    const stated = Object.entries({ ...windowOf(model), ...effortsOf(model) });
    return stated.map(([field, value]) => main.set(['modelSettings', model.id, field], value));
  });
}

function windowOf({ contextWindow = 0 }: ToolModel): Record<string, number> {
  return contextWindow < leastWindow ? {} : { autoCompactWindow: contextWindow };
}

function effortsOf(model: ToolModel): Record<string, string> {
  const stated = efforts.filter((level) => levelsOf(model).includes(level));
  const highest = stated.at(-1);
  const { defaultEffort } = model;
  const isDefault = defaultEffort !== undefined && defaultEffort !== 'max' && stated.includes(defaultEffort);
  return {
    ...(isDefault ? { effortLevel: defaultEffort } : {}),
    ...(highest === undefined || highest === 'max' ? {} : { maxEffortLevel: highest }),
  };
}
