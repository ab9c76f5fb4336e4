import { equalsJson, findNode, sha256 } from '@modelrack/config-edit';
import type { Change, OwnChange, SetChange } from '@modelrack/tool-kit';
import { pathKey, type Claim, type Claims } from '../ledger/claims.ts';
import { fingerprint, secretPrint } from '../ledger/prints.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { standingOf } from './entries-of.ts';

/**
 * The claims, with what the record is too old to know: the file was brought here from a machine that went on with a newer
 * list. What stands there is ours as far as it is what we would write now, in an entry that nobody else knows of, or in
 * the place of what we wrote.
 */
export function claimsSince(file: OpenFile, claims: Claims, changes: readonly Change[]): Claims {
  if (!isWrittenSince(file)) return claims;
  const { spec } = file;
  const found: Record<string, Claim> = {};
  for (const change of changes) {
    if (change.kind === 'set' && change.file === spec.id) Object.assign(found, valueSince(file, claims, change));
    if (change.kind === 'own' && change.file === spec.id) Object.assign(found, entriesSince(file, claims, change));
  }
  return { ...claims, ...found };
}

/** It is not as we left it. */
export function isWrittenSince({ record, state }: OpenFile): boolean {
  const { after } = record?.stack.at(-1) ?? {};
  return after !== undefined && state.bytes !== undefined && sha256(state.bytes) !== after;
}

function valueSince(file: OpenFile, claims: Claims, { path, value }: SetChange): Claims {
  const key = pathKey(path);
  const { [key]: claim } = claims;
  const node = nodeAt(file, path);
  const isOurs = claim?.print !== undefined && node !== undefined && equalsJson(node, value);
  return isOurs ? { [key]: { ...claim, print: secretPrint(value) } } : {};
}

function entriesSince(file: OpenFile, claims: Claims, change: OwnChange): Claims {
  const { entries, isNamed } = standingOf({ file, claims }, change);
  const found: Record<string, Claim> = {};
  for (const { id, fields } of change.entries) {
    const { node, path, claim } = entries.get(id) ?? {};
    if (node === undefined || path === undefined) continue;
    const isWhole = node.kind === 'map' ? equalsJson(node, fields) : isNamed;
    if (claim === undefined && !isWhole) continue;
    if (claim !== undefined && claim.fields === undefined) continue;
    const same = Object.entries(fields).filter(([field, value]) => {
      const current = findNode(node, [field]);
      return current !== undefined && equalsJson(current, value);
    });
    const prints = Object.fromEntries(same.map(([field, value]) => [field, fingerprint(field, value)]));
    const uncounted = change.shape.uncounted === true ? { isUncounted: true as const } : {};
    found[pathKey(path)] = { id, ...uncounted, ...claim, fields: { ...claim?.fields, ...prints } };
  }
  return found;
}
