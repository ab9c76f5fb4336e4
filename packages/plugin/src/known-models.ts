import { isRecord } from '@modelrack/json';
import type { PickerRow } from '@modelrack/picker';

/** What the hooks know of the gateway's models: written as JSON beside them, read at every use. */
export interface KnownModels {
  /** The connection's name. */
  readonly gateway: string;
  readonly rows: readonly PickerRow[];
  /** Ids by the name of an entry. */
  readonly names: Readonly<Record<string, string>>;
}

/** A model as a tool's file lists it. */
export interface ListedModel {
  readonly id: string;
  readonly label: string;
  readonly contextWindow: number | undefined;
}

export function knownModels(gateway: string, models: readonly ListedModel[], names: ReadonlyMap<string, string>) {
  const rows = models.map(({ id, label, contextWindow }) => ({
    id,
    form: id.includes('/') ? ('full' as const) : ('alias' as const),
    kind: 'chat',
    ...(label === id ? {} : { name: label }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
  }));
  return { gateway, rows, names: Object.fromEntries(names) } satisfies KnownModels;
}

/** undefined: it is not what we write. */
export function readKnownModels(text: string): KnownModels | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isKnownModels(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isKnownModels(value: unknown): value is KnownModels {
  if (!isRecord(value)) return false;
  const { gateway, rows, names } = value;
  return (
    typeof gateway === 'string' &&
    Array.isArray(rows) &&
    rows.every((row) => isRecord(row) && typeof row['id'] === 'string') &&
    isRecord(names) &&
    Object.values(names).every((id) => typeof id === 'string')
  );
}
