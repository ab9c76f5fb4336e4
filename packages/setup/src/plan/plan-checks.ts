import { matchesGlob, normaliseBaseUrl, withoutV1, type Catalog, type Wire } from '@modelrack/catalog';
import { equalsJson, positionOf } from '@modelrack/config-edit';
import { RackError, type RackErrorDetails } from '@modelrack/errors';
import type { Change, Diversion, PlanInput, SetChange, ToolDefinition } from '@modelrack/tool-kit';
import { isInOurBlock } from '../ledger/our-block.ts';
import { modelsOf } from '../ledger/claims.ts';
import type { RunRequest } from '../machine/types.ts';
import { nodeAt, type FileDraft } from '../open-file/draft.ts';
import type { OpenedTool } from '../open-file/open-files.ts';
import { whose } from '../ownership/whose.ts';
import { maskSecrets } from '../secrets/mask-secrets.ts';
import type { Choice } from './choose-models.ts';

const routes: Record<Wire, string> = {
  chat: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
};

/** Ten times the longest list of a real gateway; a switcher with more of them serves nobody, and writing takes minutes. */
const mostModels = 25_000;

export const isTooLong = ({ length }: readonly unknown[]): boolean => length > mostModels;

/** @throws RackError `missing-answer`: more than any switcher can show */
export function checkCount(models: readonly unknown[]): void {
  if (!isTooLong(models)) return;
  const { length } = models;
  throw new RackError('missing-answer', `the gateway lists ${length} models, more than a tool can show`, {
    hint: "choose some of them with --models GLOB, for example --models 'anthropic/*'",
  });
}

/** @throws RackError `missing-wire`; returns notes about wires that nobody could ask about */
export async function checkWires(tool: ToolDefinition, request: RunRequest): Promise<string[]> {
  const notes: string[] = [];
  assertPlainRoot(tool, request.connection.apiRoot);
  if (tool.baseUrl === 'without-v1' && withoutV1(request.connection.apiRoot) === undefined) {
    throw missingWire(
      tool,
      request,
      `${tool.name} adds /v1 itself, and ${request.connection.apiRoot} does not end in it`,
    );
  }
  for (const wire of tool.wires) {
    if (wire === 'chat') continue;
    const state = await request.wire(wire);
    if (state === 'missing') {
      throw missingWire(tool, request, `${tool.name} needs ${routes[wire]}, which the gateway does not offer`);
    }
    if (state === 'unknown') {
      notes.push(`whether the gateway offers ${routes[wire]} could not be determined; ${tool.name} needs it`);
    }
  }
  return notes;
}

/**
 * An address obeys the rule of ids: a configuration that was edited, or written before addresses were looked at, may
 * hold what the tool would substitute.
 */
function assertPlainRoot(tool: ToolDefinition, apiRoot: string): void {
  const mark = tool.interpolates.find((each) => apiRoot.includes(each.replace(/^\^/, '')) && each !== '^');
  if (mark === undefined) return;
  throw new RackError('usage', `${tool.name} would interpret "${mark}" in the address of the gateway`, {
    path: apiRoot,
    hint: 'use an address without it: modelrack setup --base-url URL',
  });
}

/** A bridge serves the missing wire, and under /v1; it tells what to set up then. */
function missingWire(tool: ToolDefinition, { connection }: RunRequest, message: string): RackError {
  const { isInsecure } = normaliseBaseUrl(connection.apiRoot);
  const command = `modelrack bridge --base-url ${connection.apiRoot}${isInsecure ? ' --insecure' : ''}`;
  return new RackError('missing-wire', message, {
    hint: `put a bridge in front of it, which serves ${tool.name} from chat completions: ${command}`,
  });
}

/**
 * A tool with one gateway at a time is switched over unasked only if nothing of the user's is diverted.
 * Once it points to us it was agreed to, and a login that is still stored is no new diversion.
 * @throws RackError `needs-consent`
 */
export function checkConsent(
  tool: ToolDefinition,
  request: RunRequest,
  plan: { input: PlanInput; opened: OpenedTool; changes: readonly Change[] },
): void {
  if (!tool.exclusive || request.takeOver) return;
  if (pointsToUs(tool, { ...plan, connection: request.connection.name })) return;
  const diverted = tool.diverts?.(plan.input) ?? [];
  const first = diverted[0];
  if (first === undefined) return;
  throw new RackError(
    'needs-consent',
    `${tool.name} uses one gateway at a time, and already uses: ${maskSecrets(diverted.map(({ what }) => what).join('; '))}`,
    {
      ...placeOf(first, plan.opened),
      hint: `pass --take-over to switch ${tool.name} to "${request.connection.name}"; \`modelrack remove ${tool.id}\` restores what was there`,
    },
  );
}

function placeOf({ path, key }: Diversion, { files, reads }: OpenedTool): RackErrorDetails {
  const file = [...files, ...reads].find(({ state }) => state.path === path);
  const node = file === undefined || key === undefined ? undefined : nodeAt(file, key);
  return file === undefined || node === undefined ? { path } : { path, ...positionOf(file.document, node.start) };
}

/** The first value that directs the tool is as we wrote it, or as we would write it. */
function pointsToUs(
  tool: ToolDefinition,
  plan: { opened: OpenedTool; changes: readonly Change[]; connection: string },
): boolean {
  const { opened, connection } = plan;
  const isNotOurs = ({ file, path }: SetChange): boolean => {
    const spec = tool.files.find(({ id }) => id === file);
    return spec !== undefined && !isInOurBlock(spec, path, connection);
  };
  const pointer = plan.changes.find(
    (change) => change.kind === 'set' && (change.rule === 'outdated' || change.rule === 'choice') && isNotOurs(change),
  );
  if (pointer?.kind !== 'set') return false;
  const file = opened.files.find(({ spec }) => spec.id === pointer.file);
  const current = file === undefined ? undefined : nodeAt(file, pointer.path);
  if (file === undefined || current === undefined) return false;
  return (
    equalsJson(current, pointer.value) || whose({ file, claims: file.claims ?? {} }, pointer.path, current) === 'ours'
  );
}

/** Whether the list is empty, partial, or less than half of what we wrote from it before. */
export function keepsGone(opened: OpenedTool, list: { catalog: Catalog; chosen: number; choice: Choice }): boolean {
  const { catalog, choice } = list;
  const known = new Set(opened.files.flatMap((file) => [...modelsOf(file.claims ?? {})]));
  if (known.size === 0) return false;
  if (catalog.partial || catalog.models.size === 0) return true;
  const gone = [...known].filter((id) => !catalog.models.has(id) && isWanted(id, choice));
  return gone.length > 0 && list.chosen * 2 < known.size;
}

function isWanted(id: string, choice: Choice): boolean {
  if (choice.exclude?.some((glob) => matchesGlob(glob, id)) ?? false) return false;
  return choice.models === undefined || choice.models.some((glob) => matchesGlob(glob, id));
}

/** For people: what was kept although the list has it no more; undefined: nothing was. */
export function warnShrink(drafts: readonly FileDraft[], catalog: Catalog): string | undefined {
  const count = new Set(drafts.flatMap(({ kept }) => kept)).size;
  if (count === 0) return undefined;
  const why = shrinkReason(catalog);
  return `${count} ${count === 1 ? 'model is' : 'models are'} kept although the list does not contain them, since ${why}; to remove them, run modelrack refresh in a terminal`;
}

function shrinkReason(catalog: Catalog): string {
  if (catalog.models.size === 0) return 'it is empty';
  if (catalog.partial) return 'it came only in part';
  return 'it is less than half as long as before';
}
