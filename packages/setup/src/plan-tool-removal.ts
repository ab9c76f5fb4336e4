import { restoreOriginal } from '@modelrack/config-edit';
import { chooseModels } from './choose-models.ts';
import type { FileDraft, OpenFile, PlanContext } from './draft.ts';
import { openTool } from './open-files.ts';
import { nothingOwned } from './owned.ts';
import {
  choiceOf,
  finish,
  inputFor,
  removalDraft,
  targetOf,
  type FilePlan,
  type PlanScope,
  type ToolPlan,
} from './plan-tool.ts';
import type { RequestedTool } from './types.ts';

/**
 * Plans to take one connection out of one tool: the exact bytes of before where nobody else wrote in
 * between, else key by key.
 */
export async function planToolRemoval(scope: PlanScope, requested: RequestedTool): Promise<ToolPlan> {
  const { machine, ledger, request } = scope;
  const { tool } = requested;
  const opened = await openTool(machine, ledger, { tool, target: targetOf(request, tool.id) });
  const choice = choiceOf(request.connection, requested);
  const models = request.catalog === undefined ? [] : chooseModels(request.catalog, tool, choice).models;
  const input = await inputFor(scope, { requested, opened, models, choice });
  const changes = tool.plan(input);
  const context: PlanContext = {
    connection: request.connection.name,
    command: 'remove',
    liveIds: new Set(request.catalog?.models.keys()),
    namedIds: new Set(),
    keepsGone: false,
  };
  // What points to another file goes before that file does.
  const all = [...opened.files.toReversed(), ...opened.others];
  const drafts = all.map((file) => removalDraft(file, context, changes));
  const files = await Promise.all(
    drafts.map(async (draft) => exactOr(draft, await finish(draft, input.gateway, changes))),
  );
  const notes = drafts.flatMap((draft, index) => (files[index]?.isExact ? [] : draft.notes));
  return { tool, connection: context.connection, files, drafts, notes, asks: [], usesOwnCommand: false };
}

interface Removal extends FilePlan {
  readonly isExact: boolean;
}

function exactOr(draft: FileDraft, plan: FilePlan): Removal {
  const { file } = draft;
  const original = isAlone(file, draft.context.connection) ? originalOf(file) : undefined;
  if (original !== undefined) {
    const hasChanges = !isSame(original.bytes, file.state.bytes);
    return { ...plan, bytes: original.bytes, hasChanges, owned: nothingOwned, isExact: true };
  }
  // A file that we made and that holds nothing any more goes again.
  const isMadeByUs = file.record?.stack[0] !== undefined && file.record.stack[0].before === undefined;
  if (isMadeByUs && plan.bytes !== undefined && isBlank(plan.bytes)) {
    return { ...plan, bytes: undefined, hasChanges: true, isExact: false };
  }
  return { ...plan, isExact: false };
}

/** Only this connection wrote into the file. */
function isAlone(file: OpenFile, connection: string): boolean {
  return Object.keys(file.record?.owners ?? {}).every((name) => name === connection);
}

function originalOf(file: OpenFile): { bytes: Uint8Array | undefined } | undefined {
  if (file.record === undefined) return undefined;
  return restoreOriginal(file.record, file.state.bytes);
}

function isBlank(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes).trim();
  return text === '' || /^\{\s*\}$/.test(text);
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return Buffer.compare(a, b) === 0;
}
