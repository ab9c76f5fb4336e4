import type { FileRecord } from '@modelrack/config-edit';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { Target } from '../connections/target.ts';
import { holdsOurs, modelsOf } from '../ledger/claims.ts';
import { latestWrites } from '../ledger/latest-writes.ts';
import { readClaims } from '../ledger/read-claims.ts';
import type { RequestedTool } from '../machine/types.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import { openTool } from '../open-file/open-files.ts';
import { choiceOf } from '../plan/choice-of.ts';
import { chooseModels } from '../plan/choose-models.ts';
import { inputFor } from '../plan/plan-input.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ModelReport, ToolPlan } from '../plan/tool-plan.ts';
import { companionsAfter } from '../plugin-files/plan-companions.ts';
import { moveNotes } from './connection-before.ts';
import { withGoneSecrets } from './gone-secrets.ts';
import { planDeparture } from './plan-departure.ts';
import { specOf } from './spec-of.ts';
import { passOver, undoFile } from './undo-file.ts';
import { undoneModels } from './undone-models.ts';

/** Plans to take back the last run that wrote files of this tool: all of them, or none. */
export async function planToolUndo(scope: PlanScope, requested: RequestedTool): Promise<ToolPlan> {
  const { tool } = requested;
  const connection = scope.request.connection.name;
  const last = lastWrites(scope, tool);
  const forgotten = last.filter(({ stack }) => stack.at(-1)?.isForgotten === true);
  const passedOver = (notes: readonly string[]): ToolPlan => {
    const files = last.map((record) => passOver(scope, tool, record));
    return { tool, connection, files, drafts: [], notes, asks: [], usesOwnCommand: false };
  };
  if (last.length === 0 || forgotten.length > 0) return passedOver(whyNot(tool, forgotten));
  const departure = await planDeparture(scope, requested, last);
  if (departure !== undefined) {
    const moved = moveNotes(scope.machine, scope.request, last[0]?.stack.at(-1));
    const files = await Promise.all(departure.files.map(withGoneSecrets));
    return { ...departure, files, notes: [...departure.notes, ...moved] };
  }
  const files: FilePlan[] = [];
  const drafts: ModelReport[] = [];
  const notes: string[] = [];
  for (const record of last) {
    const undone = await undoFile(scope, tool, record);
    if (undone === undefined) return passedOver([`${record.path} was changed by you since, and ${notKept(tool)}`]);
    files.push(await withGoneSecrets(undone.plan));
    const { owners, stack } = record;
    const claimsNow = readClaims(owners[stack.at(-1)?.connection ?? ''], undone.plan.file.document.root);
    drafts.push(await undoneModels(undone.plan, claimsNow));
    notes.push(...undone.notes);
  }
  drafts.push(modelsElsewhere(scope, tool, last));
  notes.push(...moveNotes(scope.machine, scope.request, last[0]?.stack.at(-1)));
  // What comes back may call our command.
  const isSetUp = files.some(({ claims }) => claims !== undefined && holdsOurs(claims));
  const companions = await companionsBeside(scope, requested, files);
  const usesOwnCommand =
    companions?.after !== undefined || (isSetUp && (tool.callsUs === true || tool.key.includes('command')));
  return { tool, connection, files, drafts, notes, asks: [], usesOwnCommand, companions };
}

/** Those in files that the last run did not write are there as before: an undo of `--mcp` alone leaves every model. */
function modelsElsewhere(
  { ledger, request }: PlanScope,
  tool: ToolDefinition,
  last: readonly FileRecord[],
): ModelReport {
  const others = ledger.list().filter((one) => one.tool === tool.id && last.every(({ path }) => path !== one.path));
  const counts = others.map(({ owners }) => modelsOf(readClaims(owners[request.connection.name], undefined)).size);
  return { added: [], updated: [], removed: [], protectedModels: [], total: { count: Math.max(0, ...counts) } };
}

function whyNot(tool: ToolDefinition, forgotten: readonly FileRecord[]): string[] {
  if (forgotten.length === 0) return ['nothing to undo'];
  return forgotten.map(({ path }) => `${path} contained a key, and ${notKept(tool)}`);
}

function notKept({ id, name }: ToolDefinition): string {
  return `what was removed was not kept, so nothing of ${name} is undone: modelrack setup ${id}`;
}

/** They go with the first setup, and come with what was removed. */
async function companionsBeside(scope: PlanScope, requested: RequestedTool, files: readonly FilePlan[]) {
  const { machine, ledger, request } = scope;
  const { tool } = requested;
  if (request.companions === undefined || tool.companion === undefined) return undefined;
  const target: Target = { connection: request.connection.name, project: false, instead: undefined };
  const opened = await openTool(machine, ledger, { tool, target });
  const choice = choiceOf(request.connection, requested);
  const models = request.catalog === undefined ? [] : chooseModels(request.catalog, tool, choice).models;
  const input = await inputFor(scope, { requested, target, opened, models, choice });
  return companionsAfter(scope, { requested, opened, input, files });
}

/** What points to another file comes first. */
function lastWrites({ machine, ledger, request }: PlanScope, tool: ToolDefinition): FileRecord[] {
  const indexOf = (record: FileRecord) => tool.files.indexOf(specOf(machine, tool, record));
  return latestWrites(ledger, tool.id, request.connection.name).toSorted((a, b) => indexOf(b) - indexOf(a));
}
