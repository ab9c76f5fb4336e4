import { isEqualJson, isJsonMap, type Json, type Node } from '@modelrack/config-edit';
import type { OwnChange } from '@modelrack/tool-kit';
import { keyBelow, pathKey, type Claim } from '../ledger/claims.ts';
import { fingerprint } from '../ledger/prints.ts';
import { nodeAt, type FileDraft } from '../open-file/draft.ts';
import { stepTo, textOf } from '../ownership/entries-of.ts';

type Row = Json | undefined;

/**
 * A collection that is whole: its entries are those of the list, one for each, every field is as it is wanted, and
 * the record knows all of it as ours alone. The merge would find nothing to decide; this is how most runs end.
 */
export function isSettled({ file, claims }: FileDraft, change: OwnChange): boolean {
  const isShared = Object.keys(file.owners).some((name) => name !== file.connection);
  const rows = isShared ? undefined : rowsOf(nodeAt(file, change.path), change);
  if (rows === undefined || rows.size !== change.entries.length) return false;
  const start = change.path.length === 0 ? '[' : keyBelow(change.path);
  const isEachThere = change.entries.every(({ id, fields }) => {
    const claim = claims[`${start}${JSON.stringify(stepTo(change, id))}]`];
    return isKnown(claim, change, id) && isAsWanted(rows.get(textOf(change, id)), fields, claim.fields);
  });
  return isEachThere && knownBelow(claims, change) === rows.size;
}

/** Rows by the name that tells them apart; undefined: some have none of it, or two the same. */
function rowsOf(node: Node | undefined, { shape }: OwnChange): ReadonlyMap<string, Row> | undefined {
  if (node === undefined || node.kind === 'scalar' || node.plain === undefined) return undefined;
  if (node.kind === 'map') return shape.as === 'map' ? new Map(Object.entries(node.plain)) : undefined;
  if (shape.as === 'map') return undefined;
  const rows = new Map<string, Row>();
  for (const row of node.plain) {
    const name = shape.as === 'texts' ? row : fieldOf(row, shape.key);
    if (typeof name !== 'string' || !hasMatch(row, shape.match)) return undefined;
    rows.set(name, row);
  }
  return rows.size === node.plain.length ? rows : undefined;
}

function hasMatch(row: Row, match: Readonly<Record<string, string>> = {}): boolean {
  for (const field in match) if (fieldOf(row, field) !== match[field]) return false;
  return true;
}

function isKnown(
  claim: Claim | undefined,
  { shape }: OwnChange,
  id: string,
): claim is Claim & { fields: NonNullable<Claim['fields']> } {
  return (
    claim?.fields !== undefined &&
    claim.id === id &&
    claim.isUncounted === shape.uncounted &&
    (claim.isTheirs ?? claim.isGone ?? claim.isCleared ?? claim.print) === undefined
  );
}

function isAsWanted(
  row: Row,
  fields: Readonly<Record<string, Json>>,
  known: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(fields);
  if (row === undefined || names.length !== Object.keys(known).length) return false;
  return names.every((name) => {
    const [there, value] = [fieldOf(row, name), fields[name]];
    if (there === undefined || value === undefined || !isEqualJson(there, value)) return false;
    return known[name] === fingerprint(name, value);
  });
}

/** How many entries of the collection the record knows. */
function knownBelow(claims: FileDraft['claims'], { path }: OwnChange): number {
  const start = pathKey(path).slice(0, -1);
  let count = 0;
  for (const key in claims) if (claims[key]?.id !== undefined && key.startsWith(start)) count += 1;
  return count;
}

function fieldOf(row: Row, field: string): Row {
  return isJsonMap(row) && Object.hasOwn(row, field) ? row[field] : undefined;
}
