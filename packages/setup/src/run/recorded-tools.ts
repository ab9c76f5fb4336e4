import { holdsOurs } from '../ledger/claims.ts';
import { openOwnLedger } from '../ledger/own-ledger.ts';
import { readClaims } from '../ledger/read-claims.ts';
import type { Machine } from '../machine/types.ts';

/** Tools in which something of ours stands by our record, by connection: also what a run that was killed did not note elsewhere. */
export function recordedTools(machine: Machine): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { tool, owners } of openOwnLedger(machine).list()) {
    for (const [connection, value] of Object.entries(owners)) {
      const known = found.get(connection) ?? [];
      if (holdsOurs(readClaims(value, undefined)) && !known.includes(tool)) found.set(connection, [...known, tool]);
    }
  }
  return found;
}
