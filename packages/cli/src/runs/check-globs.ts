import { matchesGlob, type Catalog } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import type { ConnectionOptions, Context, RunOptions } from '../world/context.ts';
import { listLine } from '../lists/list-line.ts';

type Globs = ConnectionOptions & Pick<RunOptions, 'models' | 'exclude'>;

/**
 * Names what nothing matches: a typing error would else take models away, or leave them, without a word.
 * @throws RackError `no-models`: no glob of `--models` matches anything
 */
export function checkGlobs({ printer }: Context, catalog: Catalog, options: Globs): void {
  const ids = [...catalog.models.keys()];
  // A list that came in part, or empty, proves nothing.
  if (catalog.partial || ids.length === 0) return;
  for (const [flag, globs] of Object.entries({ models: options.models ?? [], exclude: options.exclude ?? [] })) {
    const idle = globs.filter((glob) => !ids.some((id) => matchesGlob(glob, id)));
    if (idle.length === 0) continue;
    const text = `--${flag} ${idle.map((glob) => `'${glob}'`).join(', ')} matches no model of the gateway`;
    if (flag === 'models' && idle.length === globs.length)
      throw new RackError('no-models', text, { hint: listLine(options) });
    printer.note(text);
  }
}
