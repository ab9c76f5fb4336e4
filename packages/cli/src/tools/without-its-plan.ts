import { isRackError } from '@modelrack/errors';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { ownToolSet } from './tools.ts';

/** What a package wrote is removed by the record, so that a plan that fails by now keeps nobody from it. */
export function withoutItsPlan(tool: ToolDefinition): ToolDefinition {
  if (ownToolSet().isKnown(tool.id)) return tool;
  const { plan, diverts } = tool;
  return {
    ...tool,
    plan: (input) => orNothing(() => plan(input)),
    ...(diverts === undefined ? {} : { diverts: (input) => orNothing(() => diverts(input)) }),
  };
}

function orNothing<Value>(ask: () => readonly Value[]): readonly Value[] {
  try {
    return ask();
  } catch (error) {
    if (isRackError(error)) return [];
    throw error;
  }
}
