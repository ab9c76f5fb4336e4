import type { Connection, RequestedTool } from '../machine/types.ts';
import type { Choice } from './choose-models.ts';

export function choiceOf(connection: Connection, requested: RequestedTool): Choice {
  const stored = connection.tools[requested.tool.id];
  return {
    models: requested.models ?? stored?.models,
    exclude: requested.exclude ?? stored?.exclude,
    default: requested.default ?? stored?.default,
  };
}
