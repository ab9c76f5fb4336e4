import type { Change } from '@modelrack/tool-kit';
import { pathOf, type Claim, type Claims } from '../ledger/claims.ts';
import { isNamedByConnection } from '../machine/resolve-place.ts';
import type { OpenFile } from '../open-file/draft.ts';
import { callsIn, keyCalls } from '../ownership/our-calls.ts';
import { keyOf, type Choices } from '../plan/choices-of.ts';

interface Removed {
  readonly held: ReadonlyMap<OpenFile, Claims>;
  readonly changes: readonly Change[];
}

/**
 * Where nothing that leads to the gateway is known to be ours, but what calls our command: that goes, and what is picked
 * in the tool stays, as it leads to the gateway of whoever wrote its address. undefined: more is known.
 */
export function callsAlone({ held, changes }: Removed, { places }: Choices): Removed | undefined {
  const keys = keyCalls({ files: [...held.keys()], changes })?.claims;
  const isCalls = [...held].every(([file, claims]) => {
    const calls = { ...callsIn(file, changes), ...keys?.get(file) };
    const isCallFile = isNamedByConnection(file.spec) && Object.keys(calls).length > 0;
    return isCallFile || Object.entries(claims).every(([key, claim]) => isNothing(claim) || calls[key] !== undefined);
  });
  if (held.size === 0 || !isCalls) return undefined;
  const chosen = new Set(places.map(keyOf));
  const left = [...held].map(([file, claims]) => {
    const rest = Object.entries(claims).filter(
      ([key]) => !chosen.has(keyOf({ file: file.spec.id, path: pathOf(key) })),
    );
    return [file, Object.fromEntries(rest)] as const;
  });
  const isChosen = (change: Change) => change.kind === 'claim' && chosen.has(keyOf(change));
  return { held: new Map(left), changes: changes.filter((change) => !isChosen(change)) };
}

function isNothing({ print, fields, isNoted }: Claim): boolean {
  return (print ?? fields) === undefined || isNoted === true;
}
