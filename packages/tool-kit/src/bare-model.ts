import type { ToolModel } from './types.ts';

/** A model of which nothing is known but its id and its name. */
export function bareModel(id: string, label: string): ToolModel {
  return {
    id,
    label,
    contextWindow: undefined,
    outputLimit: undefined,
    statedOutput: undefined,
  };
}
