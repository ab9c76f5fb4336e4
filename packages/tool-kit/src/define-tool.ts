import type { ToolDefinition } from './types.ts';

/** Gives a tool's literal its type; does nothing else, so that importing a tool costs nothing. */
export function defineTool(tool: ToolDefinition): ToolDefinition {
  return tool;
}
