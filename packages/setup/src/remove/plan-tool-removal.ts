import type { Target } from '../connections/target.ts';
import type { RequestedTool } from '../machine/types.ts';
import type { PlanContext } from '../open-file/draft.ts';
import { openTool } from '../open-file/open-files.ts';
import { choiceOf } from '../plan/choice-of.ts';
import { chooseModels } from '../plan/choose-models.ts';
import { namesApart } from '../plan/names-apart.ts';
import { inputFor } from '../plan/plan-input.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { companionsAfter } from '../plugin-files/plan-companions.ts';
import { planFileRemoval } from './plan-file-removal.ts';

/** Plans to take one connection out of one tool. */
export async function planToolRemoval(scope: PlanScope, requested: RequestedTool, target: Target): Promise<ToolPlan> {
  const { machine, ledger, request } = scope;
  const { tool } = requested;
  const { catalog, connection } = request;
  const opened = await openTool(machine, ledger, { tool, target });
  const choice = choiceOf(connection, requested);
  const models = catalog === undefined ? [] : chooseModels(catalog, tool, choice).models;
  const input = await inputFor(scope, { requested, target, opened, models, choice });
  const context: PlanContext = {
    connection: connection.name,
    command: 'remove',
    liveIds: new Set(catalog?.models.keys()),
    namedIds: new Set(),
    isForced: false,
    lacksDefault: false,
    keepsGone: false,
  };
  const planned = tool.plan(input);
  // Named as a setup would name them now.
  const apart = namesApart(opened.files, context, { changes: planned, models: input.models });
  const changes = apart === undefined ? planned : tool.plan({ ...input, models: apart });
  // What points to another file goes before that file does.
  const files = [...opened.files.toReversed(), ...opened.others];
  const removals = await Promise.all(
    files.map((file) => planFileRemoval(file, context, { changes, gateway: input.gateway })),
  );
  const plans = removals.map(({ plan }) => plan);
  const companions = await companionsAfter(scope, { requested, opened, input, files: plans });
  return {
    tool,
    connection: connection.name,
    files: plans,
    drafts: removals.map(({ draft }) => draft),
    notes: removals.flatMap(({ draft, isExact }) => (isExact ? [] : draft.notes)),
    asks: [],
    // What comes back of another connection may call our command.
    usesOwnCommand: companions?.after !== undefined,
    companions,
  };
}
