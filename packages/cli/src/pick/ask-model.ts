import { search } from '@inquirer/prompts';
import type { Model } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import type { Picker } from '@modelrack/picker';
import type { Context } from '../world/context.ts';
import { coloursFor } from '../text/colours.ts';
import { rowsFor } from './model-rows.ts';
import { themeOf } from './theme.ts';

/** More than anybody scrolls through; they would only cost time at each key. */
const mostRows = 200;
const tallestPage = 12;
const shortestPage = 3;
/** The question, the keys, and a line or two of the shell. */
const linesAround = 6;

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
  const watch = (_: unknown, key: Key | undefined) => {
    if (key?.name === 'escape' || (key?.ctrl === true && key.name === 'd')) aborted.abort();
    // Would write the row, with all its columns, into the line that is searched for.
    if (key?.name === 'tab') key.name = 'right';
  };
  // Before those of the prompt.
  stdin.prependListener('keypress', watch);
  try {
    return await search<Model>(
      {
        message: 'Model:',
        ...(query === '' ? {} : { initialValue: query }),
        pageSize: Math.max(shortestPage, Math.min(tallestPage, (stderr.rows ?? 24) - linesAround)),
        theme: themeOf(coloursFor(stderr, variables, isColourless)),
        source: (typed = '') => {
          const models = picker.search(typed, mostRows).map(({ row }) => row);
          return rowsFor(models, stderr.columns ?? 80).map(({ name, model }) => ({ name, value: model }));
        },
      },
      // What was chosen is printed as the result.
      { input: stdin, output: stderr, signal: aborted.signal, clearPromptOnDone: true },
    );
  } catch (error) {
    if (error instanceof Error && ['AbortPromptError', 'ExitPromptError'].includes(error.name))
      throw new RackError('interrupted', 'Interrupted; no model was picked');
    throw error;
  } finally {
    stdin.off('keypress', watch);
  }
}

/** As Node tells it; only this much of it matters. */
interface Key {
  name?: string;
  readonly ctrl?: boolean;
}
