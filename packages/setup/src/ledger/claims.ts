import type { Json, Path } from '@modelrack/config-edit';

/**
 * What one connection wrote into one file, by the path of the value, of the entry or of the container. Kept in the
 * ledger as plain JSON, as a hint that may be lost. Keys are JSON of a path, so that none of a gateway's is `__proto__`.
 */
export type Claims = Readonly<Record<string, Claim>>;
export interface Claim {
  /** Of the one value that we wrote. */
  readonly print?: string;
  /** Of an entry of a collection: what we wrote of it, field by field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The model that the entry is about. */
  readonly id?: string;
  /** The models of another collection once more. */
  readonly isUncounted?: true;
  /** The entry stood there before us: what we add to it has claims of its own. */
  readonly isTheirs?: true;
  /** The user took the entry out, and the list has it no more: it stays out when it returns. */
  readonly isGone?: true;
  /** An undo took the entry out: a model of this id that is picked in the tool was ours once. */
  readonly isUndone?: true;
  /** Nothing of ours stands here: an entry of another connection made way. */
  readonly isCleared?: true;
  /** What stood there before us; absent: nothing. */
  readonly before?: Was;
  /** A choice of the user's: nothing of ours yet, but `before` is known when they pick one of ours. */
  readonly isSeen?: true;
  /** A choice that we moved on when its model left the list; one that the user took back then, and that stays. */
  readonly moved?: 'on' | 'back';
  /** Written only because nothing stood there. */
  readonly isOptional?: true;
  /** The tool wrote it, about us: alone it does not make the tool one that is set up. */
  readonly isNoted?: true;
  /** A map or list that we made: empty; one that stood there and held nothing: its source text. */
  readonly container?: string;
}
export interface Was {
  /** In the user's spelling. */
  readonly raw: string;
  readonly value: Json;
}

export const noClaims: Claims = {};

/** Something that we wrote, not only what leads to it or was noted. */
export function holdsOurs(claims: Claims): boolean {
  return Object.values(claims).some(isOurs);
}

function isOurs({ print, fields, isNoted, isCleared }: Claim): boolean {
  return ((print !== undefined || fields !== undefined) && isNoted !== true) || isCleared === true;
}

type EntryClaim = Claim & { readonly id: string };

/** Entries of collections, by the path of their claim. */
export function entryClaims(claims: Claims): (readonly [key: string, claim: EntryClaim])[] {
  return Object.entries(claims).filter((pair): pair is [string, EntryClaim] => {
    const { id, isCleared, isUndone } = pair[1];
    return id !== undefined && (isCleared ?? isUndone) !== true;
  });
}

/** Also of those that an undo took out. */
export function onceModelsOf(claims: Claims): ReadonlySet<string> {
  const undone = Object.values(claims).flatMap(({ id, isUndone }) => (id !== undefined && isUndone ? [id] : []));
  return new Set([...modelsOf(claims), ...undone]);
}

/** Ids of the models that we wrote, each once. */
export function modelsOf(claims: Claims): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { id, fields, isUncounted, isGone, isCleared } of Object.values(claims)) {
    if (id !== undefined && fields !== undefined && (isUncounted ?? isGone ?? isCleared) === undefined) ids.add(id);
  }
  return ids;
}

export const pathKey = (path: Path): string => JSON.stringify(path);
/** What the key of every place below this one, which is not the whole file, begins with. */
export const keyBelow = (path: Path): string => `${pathKey(path).slice(0, -1)},`;
// The ledger holds nothing else under these keys than what `isPathKey` let through.
export const pathOf = (key: string): Path => JSON.parse(key) as Path;

/** What leads to something of ours may be ours too, and goes if it is empty at the end; of `known`, what is claimed there. */
export function claimContainers(claims: Record<string, Claim>, path: Path, known?: Claims): void {
  for (let depth = path.length - 1; depth > 0; depth--) {
    const key = pathKey(path.slice(0, depth));
    const container = known === undefined ? '' : known[key]?.container;
    if (container !== undefined) claims[key] = { container, ...claims[key] };
  }
}

/** A part of the ledger that may come from anywhere: what is damaged is lost. */
export function claimsIn(value: unknown): Claims | undefined {
  if (!isRecord(value) || !isRecord(value['claims'])) return undefined;
  const claims = value['claims'];
  if (arePathKeys(Object.keys(claims)) && areClaims(claims)) return claims;
  return Object.fromEntries(
    Object.entries(claims).filter((pair): pair is [string, Claim] => isPathKey(pair[0]) && isClaim(pair[1])),
  );
}

function areClaims(value: Readonly<Record<string, unknown>>): value is Claims {
  for (const key in value) if (!isClaim(value[key])) return false;
  return true;
}

/** All in one: there are hundreds, and hardly ever is one damaged. */
function arePathKeys(keys: readonly string[]): boolean {
  try {
    const paths: unknown = JSON.parse(`[${keys.join(',')}]`);
    return Array.isArray(paths) && paths.length === keys.length && paths.every(isPath) && keys.every(isBracketed);
  } catch {
    return false;
  }
}

/** By itself, not only beside others. */
function isBracketed(key: string): boolean {
  return key.startsWith('[') && key.endsWith(']');
}

function isPath(value: unknown): boolean {
  return Array.isArray(value) && value.every(isStep);
}

function isPathKey(key: string): boolean {
  try {
    return isPath(JSON.parse(key));
  } catch {
    return false;
  }
}

function isStep(step: unknown): boolean {
  if (typeof step === 'string') return true;
  if (!isRecord(step)) return false;
  return typeof step['item'] === 'string' || areTexts(step['item']);
}

function isClaim(value: unknown): value is Claim {
  if (!isRecord(value)) return false;
  const { print, fields, id, before, container } = value;
  const areTextsOrAbsent = [print, id, container].every((part) => part === undefined || typeof part === 'string');
  const isWas = before === undefined || (isRecord(before) && typeof before['raw'] === 'string' && 'value' in before);
  return areTextsOrAbsent && isWas && (fields === undefined || areTexts(fields));
}

function areTexts(value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const key in value) if (typeof value[key] !== 'string') return false;
  return true;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
