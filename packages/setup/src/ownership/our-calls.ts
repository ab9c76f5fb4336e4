import { equalsJson, toJson } from '@modelrack/config-edit';
import { isOurKeyCommand, type Change, type SetChange } from '@modelrack/tool-kit';
import { claimContainers, pathKey, type Claim, type Claims } from '../ledger/claims.ts';
import { secretPrint } from '../ledger/prints.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { isSecretName } from '../secrets/mask-secrets.ts';
import { callsUs, isOurCall, isPointing } from './value-marks.ts';
import { otherClaim } from './whose.ts';

export interface Called {
  readonly files: readonly OpenFile[];
  readonly changes: readonly Change[];
}

/**
 * What only we write, whoever wrote the rest: what calls our command or leads into our folders, and what switches such
 * a place on by its name. The call for the key goes with its address: see `keyCalls`.
 */
export function callsIn(file: OpenFile, changes: readonly Change[]): Claims {
  const standing = standingIn(file, changes);
  const calls = standing.filter(({ set, node }) => callsUs({ file }, set, node));
  const names = calls.map(({ set }) => `@${String(set.path.at(-1))}`);
  const switches = standing.filter(({ set, node }) => {
    const name = String(set.path.at(-1));
    return set.value === true && equalsJson(node, true) && names.some((end) => name.endsWith(end));
  });
  return claimsOf([...calls, ...switches]);
}

export interface KeyCalls {
  /** No key and no address but ours stands beside: the call says of the rest that it is ours, too. */
  readonly isAlone: boolean;
  readonly claims: ReadonlyMap<OpenFile, Claims>;
}

/** Where our command, or a file of ours, is what gives the tool its key; undefined: nowhere. */
export function keyCalls({ files, changes }: Called): KeyCalls | undefined {
  const all = files.flatMap((file) => standingIn(file, changes).map((one) => ({ file, ...one })));
  const keys = all.filter(({ file, set }) => isKey(file, set));
  const ours = keys.filter(({ file, set, node }) => isOurCall({ file }, set, node));
  if (ours.length === 0) return undefined;
  const pointing = all.filter(({ set }) => isPointing(set));
  const isAlone = [...keys, ...pointing].every((one) => ours.includes(one) || equalsJson(one.node, one.set.value));
  const claims = files.map((file) => [file, claimsOf(ours.filter((one) => one.file === file))] as const);
  return { isAlone, claims: new Map(claims.filter(([, own]) => Object.keys(own).length > 0)) };
}

/** Another connection is known to have written where the tool leads: nothing of this one's was, were it saved already. */
export function leadsElsewhere({ files, changes }: Called): boolean {
  return files.some((file) =>
    standingIn(file, changes).some(
      ({ set, node }) =>
        isPointing(set) && !equalsJson(node, set.value) && otherClaim(file, set.path, node) !== undefined,
    ),
  );
}

interface Standing {
  readonly set: SetChange;
  readonly node: NonNullable<ReturnType<typeof nodeAt>>;
}

function standingIn(file: OpenFile, changes: readonly Change[]): Standing[] {
  return changes.flatMap((set) => {
    const node = set.kind === 'set' && set.file === file.spec.id ? nodeAt(file, set.path) : undefined;
    return set.kind !== 'set' || node === undefined ? [] : [{ set, node }];
  });
}

function isKey({ connection }: OpenFile, { path, value }: SetChange): boolean {
  return isSecretName(String(path.at(-1))) || isOurKeyCommand(value, connection);
}

function claimsOf(standing: readonly Standing[]): Claims {
  const found: Record<string, Claim> = {};
  for (const { set, node } of standing) {
    found[pathKey(set.path)] = { print: secretPrint(toJson(node)) };
    claimContainers(found, set.path);
  }
  return found;
}
