import type { Catalog } from '@modelrack/catalog';
import type { Connection } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { Context, RunOptions } from '../world/context.ts';

/** More than this and a switcher is hard to use. */
export const manyModels = 60;

interface Written {
  readonly catalog: Catalog;
  readonly connection: Connection;
  readonly tools: readonly ToolDefinition[];
  readonly options: RunOptions;
}

/** Nobody can be asked whether all are wanted: that they are written is said, with the way to fewer. */
export function noteManyModels({ printer }: Context, { catalog, connection, tools, options }: Written): void {
  if (options.models !== undefined || options.exclude !== undefined) return;
  const chat = [...catalog.models.values()].filter(({ kind }) => kind === 'chat');
  const isAnswered = tools.every((tool) => connection.tools[tool.id] !== undefined);
  if (chat.length <= manyModels || isAnswered) return;
  printer.note(
    `All ${chat.length} chat models are chosen; for fewer pass --models GLOB, for example --models 'anthropic/*'.`,
  );
}
