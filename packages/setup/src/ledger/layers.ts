import { noClaims, type Claim, type Claims, type Was } from './claims.ts';
import { fingerprint, secretPrint } from './prints.ts';

/** By connection. */
export type Owners = Readonly<Record<string, Claims>>;

/**
 * Whose a file is once one connection holds these claims in it; undefined: it leaves. Connections that wrote one
 * place lie on each other like layers, each knowing what it covered: where one leaves its layer, changes it, or
 * moves to the top, the one that lay on it gets what lay beneath.
 */
export function ownersWith(owners: Owners, connection: string, claims: Claims | undefined): Owners {
  const old = owners[connection] ?? noClaims;
  const now = claims ?? noClaims;
  const left = Object.entries(owners).filter(([name]) => name !== connection);
  const covered = Object.keys(now).filter((key) => isCover(now[key], old[key]));
  // One that covers the same shares the place with us.
  const isStale = (key: string, claim: Claim) =>
    covered.includes(key) &&
    claim.print !== undefined &&
    claim.before?.raw !== now[key]?.before?.raw &&
    !isBeneath(claim, now[key]?.before, claimsAt(left, key));
  const others = left.map(([name, theirs]) => {
    const live = Object.entries(theirs).filter(([key, claim]) => !isStale(key, claim));
    return [name, relayered(Object.fromEntries(live), old, now)] as const;
  });
  return Object.fromEntries([...others, ...(claims === undefined ? [] : [[connection, claims] as const])]);
}

function relayered(theirs: Claims, old: Claims, now: Claims): Claims {
  const layered: Record<string, Claim> = Object.fromEntries(
    Object.entries(theirs).map(([key, claim]) => [key, informed(claim, old[key], now[key])]),
  );
  for (const [key, ours] of Object.entries(old)) {
    const { [key]: claim } = layered;
    if (claim?.before !== undefined && hasMoved(ours, now[key]) && isOf(ours, claim.before)) {
      const next = onto(claim, ours.before);
      if (next === undefined) delete layered[key];
      else layered[key] = next;
    }
    // Containers that we made hold theirs now; the last to leave takes them out.
    if (ours.container !== undefined && now[key]?.container === undefined) {
      const { container } = ours;
      // One that they saw empty is one that we made, and that was emptied.
      layered[key] = container === '' ? { ...layered[key], container } : { container, ...layered[key] };
    }
  }
  return layered;
}

/** What one has found out about a place the others know as well: what the user has there now, or that it was empty. */
function informed(claim: Claim, old: Claim | undefined, now: Claim | undefined): Claim {
  const isSeenAnew = claim.isSeen === true && now?.isSeen === true && now.before?.raw !== old?.before?.raw;
  const isFilled =
    claim.print !== undefined && now?.print !== undefined && old?.print === undefined && now.before === undefined;
  if (!isSeenAnew && !isFilled) return claim;
  const { before: _, ...rest } = claim;
  return now.before === undefined ? rest : { ...rest, before: now.before };
}

/** What it covers it did not cover before; that it had seen it there is not the same. */
function isCover(now: Claim | undefined, old: Claim | undefined): boolean {
  const isNew = old?.print === undefined || now?.before?.raw !== old.before?.raw;
  return now?.print !== undefined && now.before !== undefined && isNew;
}

function claimsAt(owners: readonly (readonly [string, Claims])[], key: string): readonly Claim[] {
  return owners.flatMap(([, { [key]: claim }]) => claim ?? []);
}

/** In the layers under what stood there; one that the user wrote over before that is in none. */
function isBeneath(claim: Claim, was: Was | undefined, claims: readonly Claim[]): boolean {
  if (was === undefined) return false;
  if (isOf(claim, was)) return true;
  const next = claims.find((one) => isOf(one, was));
  return (
    next !== undefined &&
    isBeneath(
      claim,
      next.before,
      claims.filter((one) => one !== next),
    )
  );
}

function hasMoved(old: Claim, now: Claim | undefined): boolean {
  return now === undefined || now.before?.raw !== old.before?.raw || now.print !== old.print;
}

/** That value is the one which this claim stands for. */
export function isOf({ print, fields }: Claim, { value }: Was): boolean {
  if (fields === undefined) return print === secretPrint(value);
  if (typeof value !== 'object' || value === null) return Object.keys(fields).length === 0;
  return Object.entries(value).every(([field, part]) => fields[field] === fingerprint(field, part));
}

/** undefined: nothing is left to know. */
function onto(claim: Claim, before: Was | undefined): Claim | undefined {
  const { before: _, ...rest } = claim;
  if (before !== undefined) return { ...rest, before };
  return claim.isCleared === true ? undefined : rest;
}
