import type { Model } from '@modelrack/catalog';
import { priceText, tokens } from '@modelrack/text';

/** What `list` can show of a model, and what stands above it. */
export const columns = {
  id: { head: 'MODEL', of: ({ id }: Model) => id },
  window: { head: 'WINDOW', of: ({ contextWindow }: Model) => tokens(contextWindow) },
  output: { head: 'OUTPUT', of: ({ maxOutput }: Model) => tokens(maxOutput) },
  kind: { head: 'KIND', of: ({ kind }: Model) => kind },
  price: { head: '$/M IN/OUT', of: ({ price }: Model) => (price === undefined ? '-' : priceText(price)) },
  marks: { head: 'CAN', of: (model: Model) => marksOf(model).join(' ') },
  efforts: { head: 'EFFORTS', of: ({ efforts }: Model) => (efforts ?? []).join(' ') || '-' },
  provider: { head: 'PROVIDER', of: ({ provider }: Model) => provider ?? '-' },
  name: { head: 'NAME', of: ({ id, name }: Model) => (name === id ? '' : name) },
} as const satisfies Readonly<Record<string, { readonly head: string; readonly of: (model: Model) => string }>>;

export type Column = keyof typeof columns;

export const columnNames = Object.keys(columns).filter(isColumn);

export function isColumn(name: string): name is Column {
  return Object.hasOwn(columns, name);
}

/** Price and marks only where the gateway states any: an empty column says nothing. */
export function usualColumns(models: readonly Model[]): readonly Column[] {
  const hasPrices = models.some(({ price }) => price !== undefined);
  const hasMarks = models.some((model) => marksOf(model).length > 0);
  return columnNames.filter((name) => {
    if (name === 'price') return hasPrices;
    if (name === 'marks') return hasMarks;
    return name !== 'efforts' && name !== 'provider';
  });
}

/** What a model is stated to do and to read beside text, in single words. */
export function marksOf({ tools, reasoning, vision, inputs = [] }: Model): readonly string[] {
  const kinds = new Set([...(vision === true ? ['image'] : []), ...inputs]);
  return [...(tools === true ? ['tools'] : []), ...(reasoning === true ? ['reasoning'] : []), ...kinds];
}

export const sortings = ['price', 'window'] as const;
export type Sorting = (typeof sortings)[number];

/** The cheapest or the largest first; what is not stated last, in the order of the list. */
export function sortModels(models: readonly Model[], by: Sorting | undefined): readonly Model[] {
  if (by === undefined) return models;
  const rank = by === 'price' ? usualCost : ({ contextWindow }: Model) => -(contextWindow ?? Number.NEGATIVE_INFINITY);
  return models.toSorted((a, b) => compare(rank(a), rank(b)));
}

/** Of a conversation as coding tools have them: much is read for what is written. */
function usualCost({ price }: Model): number {
  return price === undefined ? Number.POSITIVE_INFINITY : price.input * 3 + price.output;
}

function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
