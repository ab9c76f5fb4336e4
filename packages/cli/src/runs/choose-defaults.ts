import type { Catalog } from '@modelrack/catalog';
import type { Connection } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { Context, RunOptions } from '../world/context.ts';
import { isPreview } from './run.ts';

export interface DefaultQuestion {
  readonly catalog: Catalog;
  readonly connection: Connection;
  readonly tools: readonly ToolDefinition[];
  readonly options: RunOptions;
}

/** What `--default` is for each tool: as the flag says; else what is chosen instead of one that left the list. */
export type DefaultOf = (tool: string) => string | undefined;

/** Asks once for each default that has left the list; without a terminal the run reports it. */
export async function chooseDefaults(context: Context, question: DefaultQuestion): Promise<DefaultOf> {
  const { options, catalog } = question;
  const gone =
    options.default === undefined && !isPreview(options) ? goneDefaults(question) : new Map<string, string[]>();
  if (gone.size === 0 || !context.canAsk() || !context.world.err.isTTY) return () => options.default;
  const models = [...catalog.models.values()].filter(({ kind }) => kind === 'chat');
  const instead = new Map<string, string>();
  const { confirm } = await import('../terminal/questions.ts');
  for (const [id, tools] of gone) {
    const what = `"${id}", the default of ${tools.join(', ')}, is no longer in the gateway's list.`;
    if (models.length === 0 || !(await confirm(context, `${what} Choose another one?`, true))) continue;
    const { createPicker } = await import('@modelrack/picker');
    const { askModel } = await import('../pick/ask-model.ts');
    const asked = { picker: createPicker(models), query: '', isColourless: options.color === false };
    const chosen = await askModel(context, asked);
    for (const tool of tools) instead.set(tool, chosen.id);
  }
  return (tool) => instead.get(tool);
}

/** Tools by the default that they lack. A list that came in part proves nothing. */
function goneDefaults({ catalog, connection, tools }: DefaultQuestion): Map<string, string[]> {
  const gone = new Map<string, string[]>();
  if (catalog.partial || catalog.models.size === 0) return gone;
  for (const { id: tool } of tools) {
    const id = connection.tools[tool]?.default;
    if (id !== undefined && !catalog.models.has(id)) gone.set(id, [...(gone.get(id) ?? []), tool]);
  }
  return gone;
}
