import type { Catalog } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import {
  commandLine,
  type Change,
  type Gateway,
  type Key,
  type ToolDefinition,
  type ToolModel,
} from '@modelrack/tool-kit';
import { isUsual, type Target } from '../connections/target.ts';
import { noClaims } from '../ledger/claims.ts';
import { holdsKey } from '../open-file/holds-key.ts';
import { isInGitWorkTree } from '../machine/git-work-tree.ts';
import type { Machine, RequestedTool } from '../machine/types.ts';
import { startDraft, type FileDraft, type OpenFile, type PlanContext } from '../open-file/draft.ts';
import { finishDraft, type FilePlan } from '../open-file/finish-draft.ts';
import { mainOf, openTool, type OpenedTool } from '../open-file/open-files.ts';
import { planClaim } from '../ownership/plan-claim.ts';
import { adopt } from '../ownership/adopt.ts';
import { adoptBeneath } from '../ownership/adopt-beneath.ts';
import { isBlockGone, knownToWrite } from '../ownership/gone-block.ts';
import { claimsSince } from '../ownership/since-record.ts';
import { choiceOf } from '../plan/choice-of.ts';
import { chooseModels, type Choice } from '../plan/choose-models.ts';
import { namesApart } from '../plan/names-apart.ts';
import { choicesOf, type Choices } from '../plan/choices-of.ts';
import { planChoices, withPicks, writtenIds } from '../plan/plan-choices.ts';
import { checkConsent, checkCount, checkWires, keepsGone, warnShrink } from '../plan/plan-checks.ts';
import { withOthersPicks } from '../plan/others-picks.ts';
import { inputFor } from '../plan/plan-input.ts';
import type { Opened, PlanScope } from '../plan/plan-scope.ts';
import type { SetupPlan } from '../plan/tool-plan.ts';
import { companionsOf } from '../plugin-files/plan-companions.ts';
import { planFileRemoval, withoutBlank } from '../remove/plan-file-removal.ts';
import { planCollection } from './plan-collection.ts';
import { planServerGone } from './plan-server.ts';
import { planMember, planUnwanted, planValue } from './plan-value.ts';

/** Plans setup or refresh of one tool. @throws RackError why it is refused or skipped */
export async function planTool(scope: PlanScope, requested: RequestedTool, target: Target): Promise<SetupPlan> {
  const { machine, ledger } = scope;
  if (requested.tool.unavailable !== undefined) throw requested.tool.unavailable;
  const opened = await openTool(machine, ledger, { tool: requested.tool, target });
  checkIsThere(opened, target);
  return planToolSetup(scope, { requested, target, opened });
}

async function planToolSetup(scope: PlanScope, what: Opened): Promise<SetupPlan> {
  const { request } = scope;
  const { opened, requested } = what;
  const { tool } = requested;
  const { catalog } = request;
  if (catalog === undefined) throw new RackError('internal', 'a setup needs a model list');
  const notes = await checkWires(tool, request);
  const { choice, chosen, context, input, changes, models } = await wantedOf(scope, { ...what, catalog });
  if (request.command === 'refresh' && isGone(opened, changes)) return goneAway(scope, what);
  const choices = choicesOf(tool, { ...input, models }, writtenIds(opened.files));
  const isAsked = context.isForced && input.defaultModel !== undefined;
  const known = withOthersPicks(opened.files, { ledger: scope.ledger, tool, input });
  const drafts = await draftChanges({ ...opened, files: known }, context, {
    changes,
    choices: isAsked ? choices : undefined,
    isSetUp: request.connection.tools[tool.id] !== undefined,
    requested,
  });
  const ids = input.models.map(({ id }) => id);
  const { moved, gone } = planChoices(drafts, choices, ids);
  // Where one of the list is chosen, an earlier run has moved it on, and said so.
  const lacking = { lacksDefault: context.lacksDefault && choices.chosenIn(opened.files, ids) === undefined };
  const warning = context.keepsGone ? warnShrink(drafts, catalog) : undefined;
  const finished = await Promise.all(drafts.map((draft) => finishDraft(draft, input.gateway, changes)));
  const files = [
    // As long as nothing is known, what stands in any of them is no proof of how it was before us.
    ...finished.map((file) => ({ ...withoutBlank(file), adopted: drafts.some(({ adopted }) => adopted) })),
    ...(await removeOlder(opened, context, { changes, gateway: input.gateway })),
  ];
  return {
    tool,
    connection: context.connection,
    files: withMark(opened, files),
    drafts,
    changes,
    notes: [
      ...notes,
      ...(warning === undefined ? [] : [warning]),
      ...chosen.notes,
      ...(moved.length > 0 ? stillTrue(changes, moved) : goneModels(tool, { ...lacking, gone }, { choice, changes })),
      ...drafts.flatMap((draft) => draft.notes),
    ],
    leftOut: [...chosen.leftOut, ...leftOutOf(changes)],
    asks: warning === undefined ? [] : ['shrink'],
    usesOwnCommand: tool.callsUs === true || input.gateway.key.form === 'command' || input.companion !== undefined,
    // While models that left the list stay, so do our files about them.
    companions: context.keepsGone ? undefined : await companionsOf(scope, { requested, opened, input, changes }),
  };
}

/** What the tool's files are to hold. @throws RackError why they cannot */
async function wantedOf(scope: PlanScope, what: Opened & { catalog: Catalog }) {
  const { machine, request } = scope;
  const { requested, opened, catalog } = what;
  const { tool } = requested;
  const choice = choiceOf(request.connection, requested);
  const chosen = chooseModels(catalog, tool, choice);
  checkCount(chosen.models);
  const context = contextFor(scope, { ...what, choice, models: chosen.models });
  if (chosen.models.length === 0 && !context.keepsGone) throw noModels();
  const input = await inputFor(scope, { ...what, models: chosen.models, choice });
  const planned = tool.plan(input);
  checkUsable(tool, { models: input.models, changes: planned });
  checkKeyPlace(machine, opened, { tool, key: input.gateway.key, changes: planned });
  const apart = namesApart(opened.files, context, { changes: planned, models: input.models });
  const changes = apart === undefined ? planned : tool.plan({ ...input, models: apart });
  checkConsent(tool, request, { input, opened, changes });
  return { choice, chosen, context, input, changes, models: apart ?? input.models };
}

/** An older block of ours in another file that the tool merges with this one. */
async function removeOlder(
  { others }: OpenedTool,
  context: PlanContext,
  { changes, gateway }: { changes: readonly Change[]; gateway: Gateway },
): Promise<readonly FilePlan[]> {
  const removals = others.map((file) => {
    const adopted = adopt({ files: [file], changes, isSetUp: false, isOlder: true, liveIds: context.liveIds });
    return planFileRemoval(file, context, { changes, gateway, adopted: adopted.claims.get(file), isSetUp: false });
  });
  return (await Promise.all(removals)).map(({ plan }) => plan);
}

/** A default that moved on needs nothing to be done. */
function stillTrue(changes: readonly Change[], moved: readonly string[]): string[] {
  return notesOf(changes).filter((text) => !moved.some((old) => text.includes(old)));
}

/** What the tool says of it, and for every tool that does not say so itself. */
function goneModels(
  tool: ToolDefinition,
  { lacksDefault, gone }: Pick<PlanContext, 'lacksDefault'> & { gone: string | undefined },
  { choice, changes }: { choice: Choice; changes: readonly Change[] },
): string[] {
  const notes = notesOf(changes);
  const isTold = (id: string | undefined) => notes.some((text) => text.includes(`${id}"`));
  const remedy = `choose a model with ${tool.picks}, or name another one with --default`;
  if (lacksDefault && !isTold(choice.default))
    return [`the default "${choice.default}" is no longer in the gateway's list: ${remedy}`, ...notes];
  if (lacksDefault || gone === undefined || isTold(gone)) return notes;
  return [
    `the model "${gone}", which is chosen in ${tool.name}, is no longer in the gateway's list: ${remedy}`,
    ...notes,
  ];
}

function checkIsThere({ files }: OpenedTool, { instead }: Target): void {
  const missing = files.find(({ spec, state }) => spec.mustExist === true && state.bytes === undefined);
  if (missing === undefined || instead !== undefined) return;
  throw new RackError('file-unreadable', 'there is no such file', {
    path: missing.state.path,
    hint: 'run in the folder that contains it, or name it with --config-file',
  });
}

function noModels(): RackError {
  return new RackError('no-models', 'no chat model of the gateway is selected', {
    hint: 'look at `modelrack list`, and at --models and --exclude',
  });
}

/**
 * Models were chosen, and the tool can take none of them: an empty block would be of no use.
 * @throws RackError `no-models`
 */
function checkUsable(tool: ToolDefinition, plan: { models: readonly ToolModel[]; changes: readonly Change[] }): void {
  if (tool.modelChoice !== 'many' || plan.models.length === 0) return;
  const counted = plan.changes.filter((change) => change.kind === 'own' && change.shape.uncounted !== true);
  if (counted.length === 0 || counted.some((change) => change.kind === 'own' && change.entries.length > 0)) return;
  const [why] = notesOf(plan.changes);
  throw new RackError('no-models', why ?? `${tool.name} can use none of the models`, {
    hint: 'state what the gateway does not say, for example: modelrack models set MODEL --window 128k',
  });
}

/** The user took all of it out: that stands until a new setup. */
function goneAway({ machine, request }: PlanScope, { opened, target, requested: { tool } }: Opened): SetupPlan {
  const connection = request.connection.name;
  const path = mainOf(opened)?.state.path ?? '';
  const words = isUsual(target) ? [tool.id] : [tool.id, '--config-file', path];
  const line = `modelrack setup ${commandLine(words, machine.platform)}`;
  const notes = [`the modelrack entries are gone from ${path}; \`${line}\` writes them again`];
  return { tool, connection, files: [], drafts: [], changes: [], notes, asks: [], usesOwnCommand: false, isGone: true };
}

function contextFor(
  scope: PlanScope,
  asked: Opened & { choice: Choice; catalog: Catalog; models: readonly ToolModel[] },
): PlanContext {
  const { request } = scope;
  const { requested, choice, catalog } = asked;
  const literal = (requested.models ?? []).filter((glob) => catalog.models.has(glob));
  return {
    connection: request.connection.name,
    command: request.command,
    liveIds: new Set(catalog.models.keys()),
    namedIds: new Set([...literal, ...(requested.default === undefined ? [] : [requested.default])]),
    isForced: request.takeOver || requested.default !== undefined,
    lacksDefault: choice.default !== undefined && !asked.models.some(({ id }) => id === choice.default),
    keepsGone: !request.allowShrink && keepsGone(asked.opened, { catalog, chosen: asked.models.length, choice }),
  };
}

async function draftChanges(
  opened: OpenedTool,
  context: PlanContext,
  asked: { changes: readonly Change[]; choices: Choices | undefined; isSetUp: boolean; requested: RequestedTool },
): Promise<FileDraft[]> {
  const { changes, choices, isSetUp, requested } = asked;
  const adopted = await adoptBeneath({ files: opened.files, changes, isSetUp, liveIds: context.liveIds });
  const pairs = adopted.files.map((file) => {
    const staysOut = requested.mcp !== true && isServers(requested.tool, file);
    return { file, known: knownToWrite(file, changes, staysOut) };
  });
  const held = pairs.flatMap(({ known }) =>
    known.claims === undefined ? [] : [[known, claimsSince(known, known.claims, changes)] as const],
  );
  const slots = changes.filter((change) => change.kind === 'slot');
  const picked = choices ? withPicks(new Map(held), choices, { ...context, slots }) : new Map(held);
  const isKnown = adopted.files.some(({ claims }) => claims !== undefined);
  const isFirst = !isSetUp && !isKnown && adopted.claims.size === 0;
  return pairs.map(({ file, known }) => {
    const draft = startDraft(known, context, adopted.claims.get(file));
    // Another default that is asked for takes the place of a pick: what stood there before us is what it was.
    if (known.claims !== undefined) Object.assign(draft.claims, picked.get(known));
    for (const change of changes) {
      if (change.kind === 'note' || change.file !== file.spec.id) continue;
      if (change.kind === 'set') planValue(draft, change);
      if (change.kind === 'own') planCollection(draft, change);
      if (change.kind === 'member') planMember(draft, change);
      if (change.kind === 'claim') planClaim(draft, change, { changes, isFirst });
    }
    planServerGone(draft, requested);
    // Nothing is taken back while models that left the list stay.
    if (!context.keepsGone) planUnwanted(draft);
    return draft;
  });
}

function isServers({ mcp }: ToolDefinition, { spec }: OpenFile): boolean {
  return typeof mcp?.file === 'object' && mcp.file.id === spec.id;
}

/** That all of it stood there before us is worth knowing, or it would be taken for ours once more. */
function withMark(opened: OpenedTool, files: readonly FilePlan[]): readonly FilePlan[] {
  if (files.some(({ claims }) => claims !== undefined)) return files;
  const main = mainOf(opened);
  return files.map((plan) =>
    plan.file === main && main?.state.bytes !== undefined ? { ...plan, claims: noClaims } : plan,
  );
}

interface Written {
  readonly tool: ToolDefinition;
  readonly key: Key;
  readonly changes: readonly Change[];
}

function checkKeyPlace(machine: Machine, opened: OpenedTool, { tool, key, changes }: Written): void {
  const file = opened.files.find(
    ({ spec, state }) => holdsKey(key, changes, spec.id) && isInGitWorkTree(machine, state.realPath),
  );
  if (file === undefined) return;
  const takesReference = tool.key.some((form) => form !== 'literal');
  throw new RackError('key-in-repository', 'the key would be written into a file inside a git work tree', {
    path: file.state.path,
    hint: takesReference
      ? 'keep the key in an environment variable, and name it with --api-key-env'
      : `${tool.name} reads the key from this file only: use a file outside the work tree`,
  });
}

/** The main file decides: what belongs to it may still stand when the user took us out of that one. */
function isGone(opened: OpenedTool, changes: readonly Change[]): boolean {
  const main = mainOf(opened);
  return main !== undefined && isBlockGone(main, changes);
}

function notesOf(changes: readonly Change[]): string[] {
  return changes.flatMap((change) => (change.kind === 'note' ? [change.text] : []));
}

function leftOutOf(changes: readonly Change[]): string[] {
  return changes.flatMap((change) => (change.kind === 'note' ? (change.leftOut ?? []) : []));
}
