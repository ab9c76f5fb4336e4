import { toList, toText } from './json.ts';
import type { ModelRow } from './types.ts';

/** One fixed moment, so that the same list has the same bytes. */
export const createdAt = 1_735_689_600;

export interface ListedModel {
  readonly row: ModelRow;
  /** Tokens; undefined: unknown, and then nothing is refused for its size. */
  readonly window: number | undefined;
  /** The full id that answers: the first of an alias, else the id itself. */
  readonly served: string;
  readonly isAlias: boolean;
}

/** The models of one moment, in the order in which they are listed. */
export type Catalog = ReadonlyMap<string, ListedModel>;

function statedWindow(row: ModelRow | undefined): number | undefined {
  const window = row?.['context_window'] ?? row?.['context_length'];
  return typeof window === 'number' && window > 0 ? window : undefined;
}

function readTargets(row: ModelRow): readonly string[] {
  return toList(row['resolves_to']).flatMap((target) => toText(target) ?? []);
}

function completeRow(row: ModelRow, window: number | undefined): ModelRow {
  const { id, ...stated } = row;
  const slash = id.indexOf('/');
  const size = window === undefined ? {} : { context_window: window, context_length: window };
  return {
    id,
    object: 'model',
    created: createdAt,
    owned_by: slash > 0 ? id.slice(0, slash) : 'modelrack',
    type: 'model',
    display_name: id,
    ...size,
    ...stated,
  };
}

/** An alias without a window of its own has the smallest of what it may resolve to. */
export function readCatalog(rows: readonly ModelRow[]): Catalog {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const list = (row: ModelRow): ListedModel => {
    const targets = readTargets(row);
    const windows = targets.flatMap((target) => statedWindow(byId.get(target)) ?? []);
    const smallest = windows.length === 0 ? undefined : Math.min(...windows);
    const window = statedWindow(row) ?? smallest;
    const served = targets[0] ?? row.id;
    return { row: completeRow(row, window), window, served, isAlias: served !== row.id };
  };
  return new Map(rows.map((row) => [row.id, list(row)]));
}
