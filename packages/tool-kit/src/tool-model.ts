import type { Facts, Model } from '@modelrack/catalog';

/** A model as a tool's file gets it: chosen, in order, safe, its name unique. What is undefined is written nowhere. */
export interface ToolModel extends Facts {
  readonly id: string;
  /** As in the contract, unique within the list, without anything that the tool would substitute. */
  readonly label: string;
  readonly contextWindow: number | undefined;
  /** As stated by the gateway, and capped; else by the contract `min(32000, floor(window / 4))`; undefined without a window. */
  readonly outputLimit: number | undefined;
  /** Only as stated by the gateway, and capped, for tools that can do without. */
  readonly statedOutput: number | undefined;
}

/** A model of a gateway's list as tools get it, under the label that is unique among those of one tool. */
export function toolModel(model: Model, label: string): ToolModel {
  const { id, contextWindow, maxOutput } = model;
  const statedOutput = maxOutput === undefined ? undefined : capped(maxOutput, contextWindow);
  return {
    id,
    label,
    contextWindow,
    outputLimit: statedOutput ?? assumed(contextWindow),
    statedOutput,
    tools: model.tools,
    reasoning: model.reasoning,
    vision: model.vision,
    inputs: model.inputs,
    price: model.price,
    efforts: model.efforts,
    defaultEffort: model.defaultEffort,
    effortMandatory: model.effortMandatory,
    takesEffort: model.takesEffort,
    structured: model.structured,
    temperature: model.temperature,
  };
}

/**
 * A limit near the window leaves no room for the question: opencode compacts without end, and where the limit is
 * sent along, strict servers refuse the request.
 */
function capped(output: number, window: number | undefined): number {
  if (window === undefined) return output;
  return Math.min(output, share(window, window < 128_000 ? 4 : 2));
}

function assumed(window: number | undefined): number | undefined {
  return window === undefined ? undefined : Math.min(32_000, share(window, 4));
}

function share(window: number, parts: number): number {
  return Math.max(1, Math.floor(window / parts));
}
