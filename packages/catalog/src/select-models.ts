import { matchesGlob } from './matches-glob.ts';
import type { Model } from './types.ts';

export interface Choice {
  /** Globs; absent or empty: all chat models. */
  readonly models?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/**
 * The models that a choice names, in their order. A glob picks chat models only, since the others are of no
 * use in a switcher; an id written out picks that model whatever its kind is said to be.
 */
export function selectModels(models: Iterable<Model>, choice: Choice): Model[] {
  const wanted = choice.models ?? [];
  const unwanted = choice.exclude ?? [];
  return [...models].filter(({ id, kind }) => {
    if (unwanted.some((pattern) => matchesGlob(pattern, id))) return false;
    if (wanted.length === 0) return kind === 'chat';
    return wanted.some((pattern) => matchesGlob(pattern, id) && (kind === 'chat' || !/[*?]/.test(pattern)));
  });
}
