import { withoutV1, type Catalog } from '@modelrack/catalog';
import { invertPasses, loadEditor, type FileRecord, type Ledger, type Splice } from '@modelrack/config-edit';
import { isRackError, RackError } from '@modelrack/errors';
import type { Change, Gateway, PlanInput, ToolDefinition, ToolModel } from '@modelrack/tool-kit';
import { chooseModels, type Choice } from './choose-models.ts';
import { ownedOf, startDraft, type FileDraft, type OpenFile, type PlanContext } from './draft.ts';
import { factsOf, installedVersion } from './find-tools.ts';
import { isInGitWorkTree } from './git-work-tree.ts';
import { keyFor, keyVariableFor } from './key-form.ts';
import { openTool, type OpenedTool, type Target } from './open-files.ts';
import { isNothingOwned, nothingOwned, type Owned } from './owned.ts';
import { planCollection } from './plan-collection.ts';
import { planRemoval } from './plan-removal.ts';
import { planMember, planValue } from './plan-value.ts';
import { checkConsent, checkWires, keepsGone, warnShrink } from './plan-checks.ts';
import { isFileBlockGone } from './standing.ts';
import { toolFile } from './tool-file.ts';
import type { Connection, Machine, RequestedTool, RunRequest } from './types.ts';

export interface FilePlan {
  readonly file: OpenFile;
  /** undefined: there is no file afterwards. */
  readonly bytes: Uint8Array | undefined;
  readonly inverse: readonly (readonly Splice[])[];
  readonly owned: Owned;
  readonly hasChanges: boolean;
  /** It will hold a literal key. */
  readonly isSecret: boolean;
  readonly adopted: boolean;
  /** What the ledger is to know afterwards, where it is not simply one write more (undo). */
  readonly recordAfter?: { readonly record: FileRecord | undefined };
}
export interface ToolPlan {
  readonly tool: ToolDefinition;
  readonly connection: string;
  readonly files: readonly FilePlan[];
  readonly drafts: readonly FileDraft[];
  readonly notes: readonly string[];
  readonly asks: readonly ('take-over' | 'shrink')[];
  readonly usesOwnCommand: boolean;
}

export interface PlanScope {
  readonly machine: Machine;
  readonly ledger: Ledger;
  readonly request: RunRequest;
}

/** Plans setup or refresh of one tool. @throws RackError why it is refused or skipped */
export async function planTool(scope: PlanScope, requested: RequestedTool): Promise<ToolPlan> {
  const { machine, ledger, request } = scope;
  const { tool } = requested;
  const opened = await openTool(machine, ledger, { tool, target: targetOf(request, tool.id) });
  return planToolSetup(scope, { requested, opened });
}

export function targetOf(request: RunRequest, tool: string): Target {
  const { configFile, connection, project } = request;
  const instead = configFile === undefined ? connection.tools[tool]?.files : [configFile];
  return { connection: connection.name, project, instead };
}

export interface Opened {
  readonly requested: RequestedTool;
  readonly opened: OpenedTool;
}

async function planToolSetup(scope: PlanScope, { requested, opened }: Opened): Promise<ToolPlan> {
  const { machine, request } = scope;
  const { tool } = requested;
  const catalog = request.catalog;
  if (catalog === undefined) throw new RackError('internal', 'a setup needs a model list');
  const notes = await checkWires(tool, request);
  const choice = choiceOf(request.connection, requested);
  const chosen = chooseModels(catalog, tool, choice);
  const isFirst = opened.files.every((file) => isNothingOwned(file.owned));
  if (chosen.models.length === 0 && isFirst) {
    throw new RackError('no-models', 'the gateway lists no chat model that is chosen', {
      hint: 'look at `modelrack list`, and at --models and --exclude',
    });
  }
  const input = await inputFor(scope, { requested, opened, models: chosen.models, choice });
  checkKeyPlace(machine, input.gateway, opened);
  const changes = tool.plan(input);
  checkConsent(tool, request, { input, opened, changes });
  const asks: ('take-over' | 'shrink')[] = [];
  const context = contextFor(scope, { choice, requested, opened, catalog, models: chosen.models });
  if (request.command === 'refresh' && isBlockGone(opened)) {
    const gone = `our part is gone from ${opened.files.at(-1)?.state.path ?? ''}; \`modelrack setup ${tool.id}\` writes it again`;
    return {
      tool,
      connection: context.connection,
      files: [],
      drafts: [],
      notes: [...notes, gone],
      asks,
      usesOwnCommand: false,
    };
  }
  const drafts = draftChanges(opened, context, changes);
  if (context.keepsGone) {
    const warning = warnShrink(drafts, catalog);
    if (warning !== undefined) {
      notes.push(warning);
      asks.push('shrink');
    }
  }
  const stale = opened.others.map((file) => removalDraft(file, context, changes));
  const files = await Promise.all([...drafts, ...stale].map((draft) => finish(draft, input.gateway, changes)));
  return {
    tool,
    connection: context.connection,
    files,
    drafts,
    notes: [...notes, ...chosen.notes, ...notesOf(changes), ...drafts.flatMap((draft) => draft.notes)],
    asks,
    usesOwnCommand: input.gateway.key.form === 'command',
  };
}

export function choiceOf(connection: Connection, requested: RequestedTool): Choice {
  const stored = connection.tools[requested.tool.id];
  return {
    models: requested.models ?? stored?.models,
    exclude: requested.exclude ?? stored?.exclude,
    ticked: requested.ticked,
    default: requested.default ?? stored?.default,
  };
}

export async function inputFor(
  scope: PlanScope,
  asked: Opened & { models: readonly ToolModel[]; choice: Choice },
): Promise<PlanInput> {
  const { machine, request } = scope;
  const { tool } = asked.requested;
  const { connection } = request;
  const url = tool.baseUrl === 'without-v1' ? withoutV1(connection.apiRoot) : connection.apiRoot;
  const gateway: Gateway = {
    id: connection.name,
    label: connection.name,
    url: url ?? connection.apiRoot,
    key: keyFor(machine, tool, { connection, key: request.key }),
    keyVariable: keyVariableFor(connection),
  };
  const files = new Map([...asked.opened.reads, ...asked.opened.files].map((file) => [file.spec.id, file]));
  const isSetup = request.command === 'setup' || request.command === 'refresh';
  return {
    gateway,
    models: asked.models,
    defaultModel: asked.models.find((model) => model.id === asked.choice.default)?.id,
    version: isSetup ? await installedVersion(machine, tool) : undefined,
    facts: isSetup ? await factsOf(machine, tool) : {},
    platform: machine.platform,
    file: (id) => {
      const file = files.get(id);
      if (file !== undefined) return toolFile(id, file.state, file.document.root);
      return toolFile(
        id,
        { path: id, realPath: id, bytes: undefined, mode: undefined, uid: undefined, gid: undefined, links: 0 },
        undefined,
      );
    },
  };
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
    namedIds: new Set([
      ...literal,
      ...(requested.ticked ?? []),
      ...(requested.default === undefined ? [] : [requested.default]),
    ]),
    keepsGone: !request.allowShrink && keepsGone(asked.opened, { catalog, chosen: asked.models.length, choice }),
  };
}

function draftChanges(opened: OpenedTool, context: PlanContext, changes: readonly Change[]): FileDraft[] {
  return opened.files.map((file) => {
    const isWhollyGone = isFileBlockGone(file);
    const draft = startDraft(isWhollyGone ? { ...file, owned: nothingOwned } : file, context);
    for (const change of changes) {
      if (change.kind === 'note' || change.file !== file.spec.id) continue;
      if (change.kind === 'set') planValue(draft, change);
      if (change.kind === 'own') planCollection(draft, change);
      if (change.kind === 'member') planMember(draft, change);
    }
    return draft;
  });
}

export function removalDraft(file: OpenFile, context: PlanContext, changes: readonly Change[]): FileDraft {
  const draft = startDraft(file, context);
  planRemoval(
    draft,
    changes.filter((change) => change.kind !== 'note' && change.file === file.spec.id),
  );
  return draft;
}

/** Turns a draft into bytes; pure but for loading the editor of the format. */
export async function finish(draft: FileDraft, gateway: Gateway, changes: readonly Change[]): Promise<FilePlan> {
  const { file } = draft;
  const editor = await loadEditor(file.spec.format);
  const result = locate(file, () => editor.edit(file.document, draft.edits));
  const owned = ownedOf(draft);
  const literal = gateway.key.form === 'literal' ? gateway.key.value : undefined;
  const isSecret =
    literal !== undefined &&
    changes.some((change) => change.kind === 'set' && change.file === file.spec.id && change.value === literal);
  return {
    file,
    bytes: result.passes.length === 0 ? file.state.bytes : result.bytes,
    inverse: invertPasses(file.document.text, result.passes),
    owned,
    hasChanges: result.passes.length > 0,
    isSecret,
    adopted: draft.adopted,
  };
}

/** An editor knows the place in the text; the path is ours to add. */
function locate<Result>(file: OpenFile, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (isRackError(error)) throw error.with({ path: file.state.path });
    throw error;
  }
}

function checkKeyPlace(machine: Machine, gateway: Gateway, opened: OpenedTool): void {
  if (gateway.key.form !== 'literal') return;
  const file = opened.files.find(({ state }) => isInGitWorkTree(machine, state.realPath));
  if (file === undefined) return;
  throw new RackError('key-in-repository', 'the key would stand in a file inside a git work tree', {
    path: file.state.path,
    hint: 'keep the key in an environment variable and name it with --api-key-env',
  });
}

function isBlockGone(opened: OpenedTool): boolean {
  const known = opened.files.filter((file) => !isNothingOwned(file.owned));
  return known.length > 0 && known.every(isFileBlockGone);
}

function notesOf(changes: readonly Change[]): string[] {
  return changes.flatMap((change) => (change.kind === 'note' ? [change.text] : []));
}
