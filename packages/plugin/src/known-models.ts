import { isRecord } from '@modelrack/json';
import { isOffered, type PickerRow } from '@modelrack/picker';

/** What the hooks know of the gateway's models: written as JSON beside them, read at every use. */
export interface KnownModels {
  /** The connection's name. */
  readonly gateway: string;
  readonly rows: readonly PickerRow[];
  /** Ids by the name of an entry. */
  readonly names: Readonly<Record<string, string>>;
  /** Ids that were picked before, the latest first: not in the list, kept where the command keeps them. */
  readonly recent?: readonly string[];
}

/** A model as a tool's file lists it. */
export interface ListedModel {
  readonly id: string;
  readonly label: string;
  readonly contextWindow: number | undefined;
  /** Dollars per million tokens. */
  readonly price?: { readonly input: number } | undefined;
}

/** The text of the list. */
export function listFile(
  gateway: string,
  models: readonly ListedModel[],
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const rows = models
    .filter(({ id }) => isOffered(id))
    .map(({ id, label, contextWindow, price }) => ({
      id,
      form: id.includes('/') ? ('full' as const) : ('alias' as const),
      kind: 'chat',
      ...(label === id ? {} : { name: label }),
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(price === undefined ? {} : { inputPrice: price.input }),
    }));
  const known = { gateway, rows, names: Object.fromEntries(names) } satisfies KnownModels;
  return `${JSON.stringify(known, undefined, 2)}\n`;
}

/** `picked`: the text of what the command remembers. undefined: the list is not what we write. */
export function readKnownModels(list: string, picked?: string): KnownModels | undefined {
  const known = parsed(list);
  if (!isKnownModels(known)) return undefined;
  const recent = picked === undefined ? undefined : parsed(picked);
  return areTexts(recent) ? { ...known, recent } : known;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
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
    areTexts(Object.values(names))
  );
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
