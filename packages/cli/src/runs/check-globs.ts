import { matchesGlob, type Catalog } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import type { Context, RunOptions } from '../world/context.ts';

/**
 * Names what nothing matches: a typing error would else take models away without a word.
 * @throws RackError `no-models`: no glob of `--models` matches anything
 */
export function checkGlobs(
  { printer }: Context,
  { models, partial }: Catalog,
  { models: wanted }: Pick<RunOptions, 'models'>,
): void {
  // A list that came in part, or empty, proves nothing.
  if (wanted === undefined || partial || models.size === 0) return;
  const ids = [...models.keys()];
  const idle = wanted.filter((glob) => !ids.some((id) => matchesGlob(glob, id)));
  if (idle.length === 0) return;
  const text = `--models ${idle.map((glob) => `'${glob}'`).join(', ')} matches no model of the gateway`;
  if (idle.length < wanted.length) printer.note(text);
  else throw new RackError('no-models', text, { hint: 'see the ids with: modelrack list' });
}
