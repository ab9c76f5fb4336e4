import { equalsJson, findNode, restoreOriginal, sha256 } from '@modelrack/config-edit';
import type { Change, Gateway } from '@modelrack/tool-kit';
import { pathKey, pathOf, type Claims } from '../ledger/claims.ts';
import { isNamedByConnection } from '../machine/resolve-place.ts';
import { startDraft, type FileDraft, type OpenFile, type PlanContext } from '../open-file/draft.ts';
import { finishDraft, type FilePlan } from '../open-file/finish-draft.ts';
import { isBlank } from '../open-file/is-blank.ts';
import { isSame } from '../open-file/is-same.ts';
import { parseFile } from '../open-file/parse-file.ts';
import { planClaim } from '../ownership/plan-claim.ts';
import { planRemoval } from './plan-removal.ts';
import { takenSecrets } from './taken-secrets.ts';

export interface FileRemoval {
  readonly plan: FilePlan;
  readonly draft: FileDraft;
  /** The bytes of before come back, so nothing is left to speak of. */
  readonly isExact: boolean;
}

/**
 * Takes one connection out of one file: the exact bytes of before where nobody else wrote in between, else
 * key by key.
 */
export async function planFileRemoval(
  file: OpenFile,
  context: PlanContext,
  planned: { changes: readonly Change[]; gateway: Gateway; adopted?: Claims | undefined; isSetUp: boolean },
): Promise<FileRemoval> {
  const draft = startDraft(file, context, planned.adopted);
  const ours = planned.changes.filter((change) => change.kind !== 'note' && change.file === file.spec.id);
  // Where nothing is ours nothing is looked at, but for what a tool that we set up has itself noted of us since.
  const isOurs = planned.isSetUp || Object.keys(draft.claims).length > 0;
  const noted = { changes: ours, isFirst: false };
  if (isOurs) for (const change of ours) if (change.kind === 'claim') planClaim(draft, change, noted);
  if (Object.keys(draft.claims).length > 0) planRemoval(draft, ours);
  const finished = await finishDraft(draft, planned.gateway, ours);
  const plan = { ...finished, isSecret: false, takenSecrets: takenSecrets(draft, planned.gateway) };
  const original = isAlone(file, context.connection) ? originalOf(file) : undefined;
  if (original !== undefined && (await isOfUser(file, original.bytes))) {
    const hasChanges = !isSame(original.bytes, file.state.bytes);
    const inverse = wholeInverse(file, original.bytes);
    const exact = { ...plan, bytes: original.bytes, inverse, hasChanges, claims: undefined };
    return { plan: exact, draft, isExact: true };
  }
  return { plan: withoutBlank(plan), draft, isExact: false };
}

/** A file that we made and that holds nothing any more goes again. */
export function withoutBlank<Plan extends FilePlan>(plan: Plan): Plan {
  const { file, bytes, hasChanges } = plan;
  if (!hasChanges || bytes === undefined || !isBlank(bytes) || !isMadeByUs(file, bytes)) return plan;
  return { ...plan, bytes: undefined, inverse: wholeInverse(file, undefined) };
}

/** Brings back all of the text that stands there now. */
function wholeInverse({ document }: OpenFile, bytes: Uint8Array | undefined): FilePlan['inverse'] {
  const after = bytes === undefined ? '' : new TextDecoder().decode(bytes);
  return [[{ start: 0, end: after.length, text: document.text }]];
}

/**
 * The ledger says so, its name holds that of the connection, or one that is not ours is never opened. One that was not
 * there when we first looked, and that the tool made for a pick of ours, goes as well; one that held as little when we
 * first wrote it stays.
 */
function isMadeByUs({ spec, record, claims }: OpenFile, left: Uint8Array): boolean {
  const [first] = record?.stack ?? [];
  if (isNamedByConnection(spec) || spec.onlyNew === true || spec.neverEmpty === true) return true;
  if (first !== undefined && first.before === undefined) return true;
  return claims?.[pathKey([])]?.container === '' && first?.before !== sha256(left);
}

/** Only this connection wrote into the file. */
function isAlone(file: OpenFile, connection: string): boolean {
  return Object.keys(file.record?.owners ?? {}).every((name) => name === connection);
}

/** Before our first write a model of ours may have been picked there: what we replaced tells. */
async function isOfUser({ spec, state, claims = {} }: OpenFile, bytes: Uint8Array | undefined): Promise<boolean> {
  const chosen = Object.entries(claims).filter(
    ([, { isSeen, isNoted, moved, print }]) =>
      isSeen === true || (print !== undefined && (isNoted !== true || moved === 'back')),
  );
  if (chosen.length === 0 || bytes === undefined) return true;
  const { root } = await parseFile(spec, bytes, state.path);
  return chosen.every(([key, { before }]) => {
    const node = root === undefined ? undefined : findNode(root, pathOf(key));
    return node === undefined || before === undefined ? node === before : equalsJson(node, before.value);
  });
}

function originalOf(file: OpenFile): { bytes: Uint8Array | undefined } | undefined {
  if (file.record === undefined) return undefined;
  return restoreOriginal(file.record, file.state.bytes);
}
