import { presetTiers } from './preset-tiers.ts';
import type { Model } from './types.ts';

/** The contract's order: `lite`, `plus`, `ultra`, the other aliases by the alphabet, then full ids by the alphabet. */
export function orderModels<T extends Pick<Model, 'id' | 'form'>>(models: readonly T[]): T[] {
  const keyed = models.map((model) => ({ model, rank: rankOf(model), folded: model.id.toLowerCase() }));
  keyed.sort((a, b) => a.rank - b.rank || compare(a.folded, b.folded) || compare(a.model.id, b.model.id));
  return keyed.map(({ model }) => model);
}

function rankOf({ id, form }: Pick<Model, 'id' | 'form'>): number {
  if (form === 'full') return presetTiers.length + 1;
  const tier = presetTiers.indexOf(id);
  return tier === -1 ? presetTiers.length : tier;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
