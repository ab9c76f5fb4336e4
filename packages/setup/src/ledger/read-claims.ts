import { findNode, type Document, type Node, type Path, type Step } from '@modelrack/config-edit';
import { claimsIn, isRecord, noClaims, pathKey, pathOf, type Claim, type Claims } from './claims.ts';
import { fingerprint, secretPrint } from './prints.ts';

/**
 * What the ledger says of one connection in one file. Until November 2026 it was kept in four parts, which tell
 * the form of a collection only together with the file.
 */
export function readClaims(value: unknown, root: Document['root']): Claims {
  const claims = claimsIn(value);
  if (claims !== undefined || !isRecord(value)) return claims ?? noClaims;
  const made: [Path, Claim][] = [
    ...part(value, 'values').flatMap(([path, known]) => valueClaim(path, known)),
    ...part(value, 'collections').flatMap(([path, known]) => collectionClaims(path, known, root)),
    ...part(value, 'members').flatMap(([path, item]): [Path, Claim][] =>
      typeof item === 'string' ? [[[...path, { item }], { print: secretPrint(item) }]] : [],
    ),
    ...part(value, 'containers').map(([path, known]): [Path, Claim] => [
      path,
      { container: textIn(known, 'restore') ?? '' },
    ]),
  ];
  const merged: Record<string, Claim> = {};
  for (const [path, claim] of made) {
    const known = merged[pathKey(path)];
    // One that gave its place to one of ours is not missing.
    const { isCleared: _, ...rest } = claim;
    merged[pathKey(path)] = known?.fields === undefined ? { ...known, ...claim } : { ...known, ...rest };
  }
  return claimsIn({ claims: merged }) ?? noClaims;
}

function part(owned: Readonly<Record<string, unknown>>, name: string): [Path, unknown][] {
  const known = owned[name];
  if (!isRecord(known)) return [];
  return Object.entries(known).flatMap(([key, value]): [Path, unknown][] => {
    const [only] = Object.keys(claimsIn({ claims: { [key]: {} } }) ?? {});
    return only === undefined ? [] : [[pathOf(only), value]];
  });
}

function valueClaim(path: Path, known: unknown): [Path, Claim][] {
  const print = textIn(known, 'print');
  if (!isRecord(known) || print === undefined) return [];
  const { replaced, isOptional } = known;
  // Its form is looked at with all the others.
  const before = replaced === undefined ? {} : { before: replaced as NonNullable<Claim['before']> };
  return [[path, { print, ...before, ...(isOptional === true ? { isOptional } : {}) }]];
}

interface Collection {
  readonly path: Path;
  readonly node: Node | undefined;
  readonly prefix: string;
  readonly match: Readonly<Record<string, unknown>>;
  readonly isUncounted: boolean;
}

function collectionClaims(path: Path, known: unknown, root: Document['root']): [Path, Claim][] {
  if (!isRecord(known)) return [];
  const { entries, displaced, match } = known;
  const collection: Collection = {
    path,
    node: findNode(root, path),
    prefix: textIn(known, 'prefix') ?? '',
    match: isRecord(match) ? match : {},
    isUncounted: known['isUncounted'] === true,
  };
  return [
    ...Object.entries(isRecord(entries) ? entries : {}).flatMap(([key, fields]) =>
      entryClaim(collection, key.slice(1), fields),
    ),
    ...Object.entries(isRecord(displaced) ? displaced : {}).flatMap(([key, was]) =>
      displacedClaim(collection, key.slice(1), was),
    ),
  ];
}

function entryClaim(collection: Collection, id: string, fields: unknown): [Path, Claim][] {
  const step = isRecord(fields) ? stepTo(collection, id, fields) : undefined;
  if (step === undefined) return [];
  const uncounted = collection.isUncounted ? { isUncounted: true as const } : {};
  return [[[...collection.path, step], { id, fields: fields as NonNullable<Claim['fields']>, ...uncounted }]];
}

/** In a list, by the field that holds the id: that is the one whose print is that of the id. */
function stepTo(
  { node, prefix, match }: Collection,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Step | undefined {
  const name = `${prefix}${id}`;
  if (node === undefined || node.kind === 'map') return name;
  const key = Object.keys(fields).find((field) => fields[field] === fingerprint(field, name));
  if (key === undefined) return Object.keys(fields).length === 0 ? { item: name } : undefined;
  const texts = Object.entries(match).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return { item: { [key]: name, ...Object.fromEntries(texts) } };
}

/** A row of another connection that made way, whether or not one of ours took its place. */
function displacedClaim({ path, node, prefix, match }: Collection, id: string, was: unknown): [Path, Claim][] {
  if (!isRecord(was)) return [];
  const { raw, value } = was;
  const name = `${prefix}${id}`;
  const key = isRecord(value) ? Object.keys(value).find((field) => value[field] === name) : undefined;
  const texts = Object.fromEntries(Object.entries(match).map(([field, text]) => [field, String(text)]));
  const step = node?.kind === 'list' && key !== undefined ? { item: { [key]: name, ...texts } } : name;
  return [[[...path, step], { id, isCleared: true, before: { raw, value } as NonNullable<Claim['before']> }]];
}

function textIn(value: unknown, field: string): string | undefined {
  const text = isRecord(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : undefined;
}
