import type { Catalog, Model } from '@modelrack/catalog';
import type { Connection } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { Context, RunOptions } from '../world/context.ts';
import { count } from '@modelrack/text';

/** More than this and a switcher is hard to use. */
const manyModels = 60;

export interface ModelQuestion {
  readonly catalog: Catalog;
  readonly connection: Connection;
  readonly tools: readonly ToolDefinition[];
  readonly options: RunOptions;
  /** The set-up asks for everything, so for the models too, however few there are. */
  readonly isGuided: boolean;
}

/** Ids ticked by hand; undefined: by the globs of the flags, or those stored, or all chat models. */
export async function chooseModels(context: Context, question: ModelQuestion): Promise<readonly string[] | undefined> {
  const { catalog, connection, tools, options } = question;
  if (options.models !== undefined || options.exclude !== undefined) return undefined;
  const chat = [...catalog.models.values()].filter((model) => model.kind === 'chat');
  const isAnswered = tools.every((tool) => connection.tools[tool.id] !== undefined);
  const isMany = chat.length > manyModels && !isAnswered;
  if (context.canAsk() && (isMany || question.isGuided)) return askModels(context, chat);
  if (isMany) {
    context.printer.note(
      `All ${chat.length} chat models are chosen; for fewer pass --models GLOB, for example --models 'anthropic/*'.`,
    );
  }
  return undefined;
}

async function askModels(context: Context, chat: readonly Model[]): Promise<readonly string[] | undefined> {
  const { ask, checkbox, select } = await import('../terminal/questions.ts');
  const way = await select(context, 'Which models?', [
    { name: `all ${count(chat.length, 'chat model')}, and those that come later`, value: 'all' },
    { name: 'choose by hand', value: 'some' },
  ]);
  if (way === 'all') return undefined;
  for (;;) {
    const words = chat.length > manyModels ? await ask(context, 'Part of a name or id (empty: all):') : '';
    const found = chat.filter((model) =>
      `${model.id} ${model.name}`.toLowerCase().includes(words.trim().toLowerCase()),
    );
    if (found.length > 0)
      return checkbox(
        context,
        'Models',
        found.map((model) => choiceOf(model, found.length)),
      );
    context.printer.note('No model matches.');
  }
}

function choiceOf(model: Model, found: number) {
  const name = model.name === model.id ? model.id : `${model.id}  ${model.name}`;
  return { name, value: model.id, checked: found <= manyModels };
}
