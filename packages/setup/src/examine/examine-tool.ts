import { findNode, positionOf, toJson, type Json, type Path } from '@modelrack/config-edit';
import { isUsual } from '../connections/target.ts';
import type { Change, FileSpec } from '@modelrack/tool-kit';
import { pathKey } from '../ledger/claims.ts';
import { openOwnLedger } from '../ledger/own-ledger.ts';
import type { Machine, RequestedTool, RunRequest, ToolOutcome } from '../machine/types.ts';
import { nodeAt, type FileDraft, type OpenFile } from '../open-file/draft.ts';
import { mainOf, openTool, type OpenedTool } from '../open-file/open-files.ts';
import { keysIn } from '../ownership/keys-beside.ts';
import { isFileBlockGone } from '../ownership/whose.ts';
import { equippedTool } from '../equip/equipped-tool.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import { planTool } from '../setup/plan-tool.ts';
import { knownTargets } from '../run/known-targets.ts';
import { outcomeOf } from '../run/outcome.ts';
import { isSecretName } from '../secrets/mask-secrets.ts';

/** One value of a file that is not as a refresh would leave it. */
export interface Difference {
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly key: Path;
  /** undefined: nothing stands there. */
  readonly found: Json | undefined;
  /** undefined: it would be taken out. */
  readonly wanted: Json | undefined;
  /** A key stands there, be it ours: by its name, or since the file holds nothing else. */
  readonly isSecret: boolean;
}

/** A file of the tool as it stands. */
export interface ExaminedFile {
  readonly spec: FileSpec;
  readonly path: string;
  readonly realPath: string;
  readonly mode: number | undefined;
  readonly value: Json | undefined;
  /** Something of ours was written into it once, and nothing of that is left. */
  readonly isBlockGone: boolean;
  /** The 1-based place of what stands at a path. */
  placeOf(key: Path): { readonly line: number; readonly column: number } | undefined;
}

export interface Examination {
  /** Its files are where the tool looks for them by itself. */
  readonly isUsual: boolean;
  readonly files: readonly ExaminedFile[];
  readonly differences: readonly Difference[];
  /** Keys in our places that are not the connection's, and that a refresh leaves. */
  readonly otherKeys: readonly PlacedKey[];
  readonly outcome: ToolOutcome;
  /** Values of ours that the user took out of a block that is left, and that a refresh leaves out. */
  readonly removed: readonly RemovedValue[];
}

export interface RemovedValue {
  readonly path: string;
  readonly key: Path;
  /** A set-up leaves it out as well: only one that begins anew writes it. */
  readonly isForGood: boolean;
}

/** Where it is, never the key itself. */
export type PlacedKey = Pick<Difference, 'path' | 'line' | 'column' | 'key'>;

/**
 * A set-up tool, compared with what a refresh would make of it; reads only.
 * @throws RackError a refusal, with the place
 */
export async function examineTool(
  machine: Machine,
  request: RunRequest,
  requested: RequestedTool,
): Promise<readonly Examination[]> {
  const ledger = openOwnLedger(machine);
  const scope: PlanScope = { machine, request, isDry: true, ledger, at: machine.now().toISOString() };
  const targets = knownTargets(machine, ledger, { request, tool: requested.tool });
  return Promise.all(
    targets.map(async (target) => {
      const tool = equippedTool(machine, request, { requested, target });
      const opened = await openTool(machine, ledger, { tool, target });
      const plan = await planTool(scope, { ...requested, tool }, target);
      return {
        isUsual: isUsual(target),
        files: filesOf(opened, plan.isGone === true),
        differences: plan.drafts.flatMap(differencesOf),
        otherKeys: request.key === undefined ? [] : plan.drafts.flatMap((draft) => otherKeysOf(draft, plan.changes)),
        outcome: outcomeOf(plan, undefined),
        removed: plan.drafts.flatMap((draft) => removedOf(draft, plan.changes)),
      };
    }),
  );
}

function filesOf(opened: OpenedTool, isGone: boolean): readonly ExaminedFile[] {
  const { files, reads } = opened;
  const main = mainOf(opened);
  return [...files, ...reads].map((file) => ({
    spec: file.spec,
    path: file.state.path,
    realPath: file.state.realPath,
    mode: file.state.mode,
    value: file.document.root === undefined ? undefined : toJson(file.document.root),
    isBlockGone: isFileBlockGone(file) || (isGone && file === main),
    placeOf: (key) => placeIn(file, key),
  }));
}

function differencesOf({ file, edits }: FileDraft): readonly Difference[] {
  return edits.flatMap((edit): Difference[] => {
    if (edit.op === 'prune') return [];
    const node = nodeAt(file, edit.path);
    const place = placeIn(file, edit.path) ?? { line: null, column: null };
    const found = node === undefined ? undefined : toJson(node);
    const wanted = edit.op === 'set' ? edit.value : undefined;
    const isNamed = edit.path.some((step) => typeof step === 'string' && isSecretName(step));
    const isSecret = isNamed || file.spec.keyStore === true;
    return [{ path: file.state.path, ...place, key: edit.path, found, wanted, isSecret }];
  });
}

/** What a tool starts with, and what only says something, may be left out by anybody. */
const spare: readonly string[] = ['choice', 'missing'];

function removedOf({ file, edits }: FileDraft, changes: readonly Change[]): readonly RemovedValue[] {
  const written = new Set(edits.map(({ path }) => pathKey(path)));
  return changes.flatMap((change): RemovedValue[] => {
    if (change.kind !== 'set' || change.file !== file.spec.id || spare.includes(change.rule)) return [];
    const { path: key, rule } = change;
    const isOurs = file.claims?.[pathKey(key)]?.print !== undefined;
    if (!isOurs || written.has(pathKey(key)) || nodeAt(file, key) !== undefined) return [];
    return [{ path: file.state.path, key, isForGood: rule === 'field' || rule === 'needed' }];
  });
}

function otherKeysOf({ file, edits }: FileDraft, changes: readonly Change[]): readonly PlacedKey[] {
  const written = new Set(edits.map(({ path }) => pathKey(path)));
  return keysIn(file, changes).flatMap(({ path, isOther }): PlacedKey[] => {
    const place = placeIn(file, path) ?? { line: null, column: null };
    return isOther && !written.has(pathKey(path)) ? [{ path: file.state.path, ...place, key: path }] : [];
  });
}

/** Of the value, or of the nearest thing around it. */
function placeIn(file: OpenFile, key: Path): { line: number; column: number } | undefined {
  const { root } = file.document;
  if (root === undefined) return undefined;
  for (let length = key.length; length > 0; length -= 1) {
    const node = findNode(root, key.slice(0, length));
    if (node !== undefined) return positionOf(file.document, node.start);
  }
  return undefined;
}
