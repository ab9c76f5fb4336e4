import { RackError } from '@modelrack/errors';
import type { Change, PlanInput, ToolDefinition, ToolModel } from '@modelrack/tool-kit';
import { adopt, type Lost } from '../ownership/adopt.ts';
import { adoptBeneath, type AdoptedBeneath } from '../ownership/adopt-beneath.ts';
import { claimsSince } from '../ownership/since-record.ts';
import { foundServer } from '../equip/found-server.ts';
import type { Target } from '../connections/target.ts';
import type { Connection, RequestedTool } from '../machine/types.ts';
import type { Claims } from '../ledger/claims.ts';
import type { OpenFile, PlanContext } from '../open-file/draft.ts';
import { mainOf, openTool, type OpenedTool } from '../open-file/open-files.ts';
import { choiceOf } from '../plan/choice-of.ts';
import { chooseModels } from '../plan/choose-models.ts';
import { namesApart } from '../plan/names-apart.ts';
import { choicesOf } from '../plan/choices-of.ts';
import { withoutOthers, withPicks, writtenIds } from '../plan/plan-choices.ts';
import { isTooLong } from '../plan/plan-checks.ts';
import { inputFor } from '../plan/plan-input.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { hasCompanionChanges } from '../plugin-files/companions.ts';
import { companionsAfter } from '../plugin-files/plan-companions.ts';
import { callsAlone } from './calls-alone.ts';
import { planFileRemoval } from './plan-file-removal.ts';
import { editedNotes, remainNotes, setupLine } from './remain-notes.ts';
import { withSeen } from './with-seen.ts';

/** Plans to take one connection out of one tool. */
export async function planToolRemoval(scope: PlanScope, requested: RequestedTool, target: Target): Promise<ToolPlan> {
  const { machine, ledger, request } = scope;
  const { tool } = requested;
  const { catalog, connection } = request;
  const opened = await openTool(machine, ledger, { tool, target });
  const choice = choiceOf(connection, requested);
  const written = writtenIds(opened.files);
  const models = catalog === undefined ? [] : everWritten(chooseModels(catalog, tool, choice).models, written);
  const input = await inputFor(scope, { requested, target, opened, models, choice });
  const context = contextOf(request);
  const { changes, named } = plannedAgain(tool, opened, { input, context });
  const isSetUp = connection.tools[tool.id] !== undefined;
  const lost = { files: opened.files, changes, isSetUp, liveIds: context.liveIds };
  const adopted = withFoundServers(await adoptBeneath(lost), tool);
  // What points to another file goes before that file does.
  const files = [...adopted.files.toReversed(), ...opened.others];
  if (!adopted.isWhole && adopted.claims.size > 0) throw lostRecord(tool, connection, opened);
  const held = heldIn(adopted, changes);
  const choices = choicesOf(tool, { ...input, models: named }, written);
  const left = { liveIds: context.liveIds, isLost: adopted.claims.size > 0 };
  const calls = callsAlone({ held, changes }, choices);
  const keepsPicks = calls !== undefined || leadsToOther(opened, tool, input);
  const picked = withoutOthers(keepsPicks ? (calls?.held ?? held) : withPicks(held, choices, left), choices);
  const planned = calls?.changes ?? changes;
  const removals = await Promise.all(
    files.map((file) => {
      const claims = opened.others.includes(file) ? olderIn(lost, file) : picked.get(file);
      const known = keepsPicks || !adopted.claims.has(file) ? file : withSeen(file, claims, { context, choices });
      return planFileRemoval(known, context, { changes: planned, gateway: input.gateway, adopted: claims, isSetUp });
    }),
  );
  const plans = removals.map(({ plan }) => plan);
  const companions = await companionsAfter(scope, { requested, opened, input, files: plans });
  const isNamed = opened.files.some(({ document }) => document.text.includes(connection.name));
  if (held.size === 0 && isNamed && hasCompanionChanges(companions)) throw lostRecord(tool, connection, opened);
  return {
    tool,
    connection: connection.name,
    files: plans,
    drafts: removals.map(({ draft }) => draft),
    notes: [
      ...removals.flatMap(({ draft, isExact }) => (isExact ? [] : [...draft.notes, ...editedNotes(draft)])),
      ...(await remainNotes(removals, { known: picked, changes, choices, ...context }, { tool, connection })),
    ],
    asks: [],
    // What comes back of another connection may call our command.
    usesOwnCommand: companions?.after !== undefined,
    companions,
  };
}

/** In a place that we used once. */
function olderIn(lost: Lost, file: OpenFile): Claims | undefined {
  return adopt({ ...lost, files: [file], isSetUp: false, isOlder: true }).claims.get(file);
}

/** Named as a setup would name them now. */
function plannedAgain(
  tool: ToolDefinition,
  opened: OpenedTool,
  { input, context }: { input: PlanInput; context: PlanContext },
) {
  const changes = tool.plan(input);
  const named = namesApart(opened.files, context, { changes, models: input.models });
  if (named === undefined) return { changes, named: input.models };
  return { changes: tool.plan({ ...input, models: named }), named };
}

/** What starts our server goes with us, also where our record knows the tool and not that entry. */
function withFoundServers(known: AdoptedBeneath, tool: ToolDefinition): AdoptedBeneath {
  if (known.files.every(({ claims }) => claims === undefined)) return known;
  const files = known.files.map((file) => {
    const found = foundServer(file, tool, file.claims ?? {});
    if (Object.keys(found).length === 0) return file;
    const claims = { ...found, ...file.claims };
    return { ...file, claims, owners: { ...file.owners, [file.connection]: claims } };
  });
  return { ...known, files };
}

/** Of a list that is too long nothing else was. */
function everWritten(listed: readonly ToolModel[], written: ReadonlySet<string>): readonly ToolModel[] {
  return isTooLong(listed) ? listed.filter(({ id }) => written.has(id)) : listed;
}

function heldIn({ files, claims: adopted }: AdoptedBeneath, changes: readonly Change[]): ReadonlyMap<OpenFile, Claims> {
  const known = files.flatMap((file) => {
    const claims = adopted.get(file) ?? file.claims;
    return claims === undefined ? [] : [[file, claimsSince(file, claims, changes)] as const];
  });
  return new Map(known);
}

/** To another gateway of ours: a bare name that is picked there is that one's. */
function leadsToOther({ files }: OpenedTool, tool: ToolDefinition, input: PlanInput): boolean {
  const isShared = files.some(({ owners, connection }) => Object.keys(owners).some((name) => name !== connection));
  return tool.exclusive && isShared && (tool.diverts?.(input) ?? []).length > 0;
}

function contextOf({ connection, catalog }: PlanScope['request']): PlanContext {
  return {
    connection: connection.name,
    command: 'remove',
    liveIds: new Set(catalog?.models.keys()),
    namedIds: new Set(),
    isForced: false,
    lacksDefault: false,
    keepsGone: false,
  };
}

/** What is ours cannot be told from what the user added there: half of it would be left. */
function lostRecord(tool: ToolDefinition, connection: Connection, opened: OpenedTool): RackError {
  const { name } = tool;
  const path = mainOf(opened)?.state.path;
  const hint = `run \`${setupLine(tool, connection)}\` first: it finds out again what is ours`;
  const message = `the record of what was written into ${name} is lost, and more than that stands there`;
  return new RackError('file-not-ours', message, { path, hint });
}
