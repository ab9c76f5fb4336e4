import { equalsJson, findNode, sha256, type Path } from '@modelrack/config-edit';
import type { Change, OwnChange, SetChange } from '@modelrack/tool-kit';
import { claimContainers, modelsOf, pathKey, type Claim, type Claims } from '../ledger/claims.ts';
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
  for (const change of changes)
    if (change.kind === 'own' && change.file === spec.id) Object.assign(found, entriesSince(file, claims, change));
  const known = modelsOf(claims);
  const made: Path[] = [];
  const models = [...modelsOf(found)].filter((id) => !known.has(id));
  for (const change of changes) {
    if (change.kind !== 'set' || change.file !== spec.id || !isSince(file, change, { claims, models })) continue;
    const { [pathKey(change.path)]: claim } = claims;
    found[pathKey(change.path)] = { ...claim, print: secretPrint(change.value) };
    if (claim === undefined) made.push(change.path);
  }
  const all = { ...claims, ...found };
  for (const path of made) claimContainers(all, path);
  return all;
}

/** It is not as we left it. */
export function isWrittenSince({ record, state }: OpenFile): boolean {
  const { after } = record?.stack.at(-1) ?? {};
  return after !== undefined && state.bytes !== undefined && sha256(state.bytes) !== after;
}

/** Also what is said elsewhere of a model that came with that newer list. */
function isSince(
  file: OpenFile,
  { path, value }: SetChange,
  { claims, models }: { claims: Claims; models: readonly string[] },
): boolean {
  const node = nodeAt(file, path);
  const isKnown = claims[pathKey(path)]?.print !== undefined;
  const isOfNew = path.some((step) => typeof step === 'string' && models.includes(step));
  return (isKnown || isOfNew) && node !== undefined && equalsJson(node, value);
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
