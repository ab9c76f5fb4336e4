import { search } from '@inquirer/prompts';
import type { Model } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import type { Picker } from '@modelrack/picker';
import type { Context } from '../context.ts';
import { coloursFor } from '../output/colours.ts';
import { rowsFor } from './model-rows.ts';
import { themeOf } from './theme.ts';

/** More than anybody scrolls through; they would only cost time at each key. */
const mostRows = 200;
const tallestPage = 12;

export interface Asked {
  readonly picker: Picker<Model>;
  /** Typed in already. */
  readonly query: string;
  /** `--no-color`. */
  readonly isColourless: boolean;
}

/**
 * A list that is filtered by every key.
 * @throws RackError `interrupted`: Esc or Ctrl-C.
 */
export async function askModel(context: Context, { picker, query, isColourless }: Asked): Promise<Model> {
  const { stdin, stderr, variables } = context.world;
  const aborted = new AbortController();
  const leave = (_: unknown, key: { readonly name?: string } | undefined) => {
    if (key?.name === 'escape') aborted.abort();
  };
  stdin.on('keypress', leave);
  // Tab writes a whole row into the input line; it still means that model.
  const shown = new Map<string, Model>();
  const find = (typed: string) => shown.get(typed) ?? picker.search(typed, mostRows).map(({ row }) => row);
  try {
    return await search<Model>(
      {
        message: 'Model:',
        ...(query === '' ? {} : { initialValue: query }),
        pageSize: Math.max(3, Math.min(tallestPage, (stderr.rows ?? 24) - 6)),
        theme: themeOf(coloursFor(stderr, variables, isColourless)),
        source: (typed = '') => {
          const rows = rowsFor([find(typed)].flat(), stderr.columns ?? 80);
          for (const { name, model } of rows) shown.set(name, model);
          return rows.map(({ name, model }) => ({ name, value: model, short: model.id }));
        },
      },
      { input: stdin, output: stderr, signal: aborted.signal },
    );
  } catch (error) {
    if (error instanceof Error && ['AbortPromptError', 'ExitPromptError'].includes(error.name))
      throw new RackError('interrupted', 'Interrupted; no model was picked');
    throw error;
  } finally {
    stdin.off('keypress', leave);
  }
}
