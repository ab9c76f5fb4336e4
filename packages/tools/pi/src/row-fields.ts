import { isOff, levelsOf, takesLevel, wholePrice, type Json, type ToolModel } from '@modelrack/tool-kit';

/** Without a window or a limit pi takes 128000 and 16384. */
export function rowFields(model: ToolModel): Record<string, Json> {
  const { id, label, contextWindow, outputLimit, vision, price } = model;
  return {
    id,
    name: label,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(outputLimit === undefined ? {} : { maxTokens: outputLimit }),
    ...(vision === true ? { input: ['text', 'image'] } : {}),
    ...levelFields(model),
    // With a part of the four prices pi refuses the whole file.
    ...(price === undefined ? {} : { cost: wholePrice(price) }),
  };
}

/** Offered by themselves, and only where they are named. */
const offered = ['minimal', 'low', 'medium', 'high'];
const named = ['xhigh', 'max'];

/** A model that reasons is asked for a level with every turn: so only one that takes them, and only those that it takes. */
function levelFields(model: ToolModel): Record<string, Json> {
  if (!takesLevel(model)) return {};
  const stated = levelsOf(model);
  if (stated.length === 0) return { reasoning: true };
  const off = stated.find(isOff);
  return {
    reasoning: true,
    thinkingLevelMap: {
      // Switched off, nothing is sent: what refuses to be switched off would then reason all the same.
      ...(model.effortMandatory === true ? { off: null } : {}),
      ...(off === undefined || model.effortMandatory === true ? {} : { off }),
      ...Object.fromEntries(offered.filter((level) => !stated.includes(level)).map((level) => [level, null])),
      ...Object.fromEntries(named.filter((level) => stated.includes(level)).map((level) => [level, level])),
    },
  };
}
