import type { ToolModel } from './types.ts';

/** For a tool that demands the window of every model: those that have one, and what is to be said of the others. */
export function withWindow(
  models: readonly ToolModel[],
  tool: string,
  isKnown: (model: ToolModel) => boolean = ({ contextWindow }) => contextWindow !== undefined,
): { readonly known: readonly ToolModel[]; readonly leftOut: readonly string[] } {
  const left = models.filter((model) => !isKnown(model));
  return {
    known: models.filter(isKnown),
    leftOut: left.map(({ id }) => `${id} is left out: ${tool} needs its window, and the gateway states none`),
  };
}
