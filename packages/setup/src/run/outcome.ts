import type { RackError } from '@modelrack/errors';
import type { FileAction, FileOutcome, ModelChanges, ToolOutcome, ToolStatus } from '../machine/types.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import type { CompanionChange } from '../plan/companion-plan.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { hasCompanionChanges } from '../plugin-files/companions.ts';
import type { WrittenFile } from './apply-plan.ts';

const noModels: ModelChanges = { added: [], updated: [], removed: [], protected: [], total: 0 };

/** What a run says of a tool. `written` is undefined while it is only planned. */
export function outcomeOf(plan: ToolPlan, written: ReadonlyMap<FilePlan, WrittenFile> | undefined): ToolOutcome {
  const files = [
    ...plan.files
      .filter((planned) => isWorthTelling(planned))
      .map((planned) => fileOutcome(planned, written?.get(planned))),
    ...[...(plan.companions?.changes ?? [])].map(([path, change]) => ownFileOutcome(path, change)),
  ];
  const hasChanges = plan.files.some((planned) => planned.hasChanges) || hasCompanionChanges(plan.companions);
  const notes = [...plan.notes, ...[...(written?.values() ?? [])].flatMap((file) => file.notes)];
  const { after, taken } = plan.companions ?? {};
  if (taken !== undefined) notes.push(`/m- is not installed in ${plan.tool.name}: ${taken} is yours, left as it is`);
  if (hasChanges && plan.tool.reload !== undefined) notes.push(plan.tool.reload);
  return {
    tool: plan.tool.id,
    status: statusOf(hasChanges, written !== undefined),
    files,
    models: modelsOf(plan),
    notes: [...new Set(notes)],
    error: null,
    asks: plan.asks,
    isSearchable: after !== undefined && taken === undefined,
  };
}

function isWorthTelling({ file, hasChanges }: FilePlan): boolean {
  return hasChanges || file.state.bytes !== undefined;
}

function statusOf(hasChanges: boolean, isWritten: boolean): ToolStatus {
  if (!hasChanges) return 'unchanged';
  return isWritten ? 'written' : 'would-change';
}

function fileOutcome(planned: FilePlan, written: WrittenFile | undefined): FileOutcome {
  const { file, hasChanges } = planned;
  const before = textOf(file.state.bytes);
  const after = hasChanges ? textOf(planned.bytes) : before;
  const action = hasChanges ? actionOf({ before, after }) : 'unchanged';
  return { path: file.state.path, action, backup: written?.backup ?? null, spec: file.spec, before, after };
}

/** Of a file that is ours as a whole: it needs no backup, and holds no key. */
function ownFileOutcome(path: string, change: CompanionChange): FileOutcome {
  return { path, action: actionOf(change), backup: null, spec: undefined, ...change };
}

function actionOf({ before, after }: CompanionChange): FileAction {
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'edited';
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function modelsOf({ drafts, leftOut = [] }: ToolPlan): ModelChanges {
  const all = <Item>(pick: (draft: ToolPlan['drafts'][number]) => readonly Item[]): Item[] => [
    ...new Set(drafts.flatMap((draft) => pick(draft))),
  ];
  return {
    added: all((draft) => draft.added),
    updated: all((draft) => draft.updated),
    removed: all((draft) => draft.removed),
    protected: all((draft) => draft.protectedModels),
    ...(leftOut.length === 0 ? {} : { leftOut }),
    total: Math.max(0, ...drafts.map((draft) => draft.total.count)),
  };
}

/** Two main files of one tool tell one story: the worse state, all files, the models of both. */
export function combineOutcomes(a: ToolOutcome, b: ToolOutcome): ToolOutcome {
  const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];
  const { models } = a;
  return {
    tool: a.tool,
    status: order.indexOf(a.status) <= order.indexOf(b.status) ? a.status : b.status,
    files: [...a.files, ...b.files],
    models: {
      added: unique([...models.added, ...b.models.added]),
      updated: unique([...models.updated, ...b.models.updated]),
      removed: unique([...models.removed, ...b.models.removed]),
      protected: [...models.protected, ...b.models.protected],
      ...(models.leftOut === undefined ? {} : { leftOut: models.leftOut }),
      total: Math.max(models.total, b.models.total),
    },
    notes: unique([...a.notes, ...b.notes]),
    error: a.error ?? b.error,
    asks: unique([...a.asks, ...b.asks]),
    isSearchable: a.isSearchable === true || b.isSearchable === true,
  };
}

const order: readonly ToolStatus[] = ['failed', 'refused', 'skipped', 'would-change', 'written', 'unchanged'];
const skippedCodes = new Set(['needs-consent', 'missing-wire', 'no-project-file', 'no-models']);
const failedCodes = new Set(['disk-full', 'file-changed', 'internal', 'locked']);

export function refusalOf(tool: string, error: RackError): ToolOutcome {
  return {
    tool,
    status: refusalStatus(error),
    files: [],
    models: noModels,
    notes: [],
    error: {
      code: error.code,
      message: error.message,
      path: error.path ?? null,
      line: error.line ?? null,
      column: error.column ?? null,
      hint: error.hint ?? null,
    },
    asks: error.code === 'needs-consent' ? ['take-over'] : [],
  };
}

function refusalStatus(error: RackError): ToolStatus {
  if (skippedCodes.has(error.code)) return 'skipped';
  return failedCodes.has(error.code) ? 'failed' : 'refused';
}
