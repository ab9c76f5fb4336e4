import type { Model } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { clearWinner, createPicker, fitOf, modelsThatHold, remedyText } from '@modelrack/picker';
import { targetToRead } from '../connections/target.ts';
import type { Context, FitsOptions } from '../world/context.ts';
import { exitCodeOf } from '../world/exit-code.ts';
import { readList } from '../lists/read-list.ts';
import { money, tokens } from '@modelrack/text';
import { table } from '../text/table.ts';
import type { ThreadSize } from '../thread/thread-size.ts';

interface Answer {
  readonly model: Model;
  readonly thread: Thread | undefined;
  /** undefined: there is no thread, or the window is not known. */
  readonly isFitting: boolean | undefined;
  /** Those that hold the thread, the smallest first. */
  readonly holding: readonly Model[];
  readonly remedy: string | undefined;
}

type Thread = Pick<ThreadSize, 'tokens' | 'isEstimated'> & Partial<Pick<ThreadSize, 'tool'>>;

/** Does a thread fit into a model; if not, into which ones it does. A script asks by the exit code: only a no is not 0. */
export async function fits(context: Context, name: string, options: FitsOptions): Promise<number> {
  const thread = await threadOf(options);
  const target = await targetToRead(context, options);
  const { catalog } = await readList(context, target, { ...options, isUnkept: target.saved === undefined });
  const models = [...catalog.models.values()];
  const answer = answerFor(findModel(models, name), models, thread);
  context.printer.document(documentOf(answer));
  context.printer.result(textOf(answer, context.printer.columns));
  return answer.isFitting === false ? exitCodeOf('no-match') : 0;
}

async function threadOf({ tokens: count, thread: file }: FitsOptions): Promise<Thread | undefined> {
  if (count !== undefined) return { tokens: count, isEstimated: false };
  if (file === undefined) return undefined;
  const { readThread } = await import('../thread/read-thread.ts');
  return readThread(file);
}

function findModel(models: readonly Model[], name: string): Model {
  const exact = models.find(({ id }) => id === name);
  if (exact !== undefined) return exact;
  const matches = createPicker(models).search(name, 3);
  const winner = clearWinner(matches);
  if (winner !== undefined) return winner;
  const near = matches.map(({ row }) => row.id);
  throw new RackError('usage', `${near.length === 0 ? 'no model' : 'no single model'} is called "${name}"`, {
    hint: near.length === 0 ? 'see them with: modelrack list' : `did you mean ${near.join(', ')}?`,
  });
}

function answerFor(model: Model, models: readonly Model[], thread: Thread | undefined): Answer {
  if (thread === undefined) return { model, thread, isFitting: undefined, holding: [], remedy: undefined };
  const fit = fitOf(model.contextWindow, thread.tokens);
  if (fit === 'fits') return { model, thread, isFitting: true, holding: [], remedy: undefined };
  const holding = modelsThatHold(models, thread.tokens);
  if (model.contextWindow === undefined) return { model, thread, isFitting: undefined, holding, remedy: undefined };
  const remedy = remedyText({ id: model.id, window: model.contextWindow, tokens: thread.tokens, holding });
  return { model, thread, isFitting: false, holding, remedy };
}

function documentOf({ model, thread, isFitting, holding, remedy }: Answer): object {
  return {
    schema: 1,
    model: model.id,
    contextWindow: model.contextWindow ?? null,
    tokens: thread?.tokens ?? null,
    estimated: thread?.isEstimated ?? null,
    tool: thread?.tool ?? null,
    fits: isFitting ?? null,
    remedy: remedy ?? null,
    cost: costOf(model, thread) ?? null,
    models: holding.map((each) => ({
      id: each.id,
      form: each.form,
      contextWindow: each.contextWindow ?? null,
      cost: costOf(each, thread) ?? null,
    })),
  };
}

/** Dollars that reading the thread once costs, where the price is stated. */
function costOf({ price }: Model, thread: Thread | undefined): number | undefined {
  if (price === undefined || thread === undefined) return undefined;
  return Math.round(thread.tokens * price.input) / 1_000_000;
}

/** People read the beginning; programs get all. */
const mostRows = 20;

function textOf({ model, thread, isFitting, holding, remedy }: Answer, room: number): string {
  const shown = holding.slice(0, mostRows);
  const costs = shown.map((each) => costOf(each, thread));
  const hasCosts = costs.some((cost) => cost !== undefined);
  const rows = shown.map(({ id, contextWindow }, index) => {
    const cost = costs[index];
    return [id, tokens(contextWindow), ...(hasCosts ? [cost === undefined ? '-' : money(cost)] : [])];
  });
  const more = holding.length > rows.length ? `… and ${holding.length - rows.length} more: see --json\n` : '';
  const list =
    rows.length === 0 ? '' : `${table(['MODEL', 'WINDOW', ...(hasCosts ? ['COST TO READ'] : [])], rows, room)}${more}`;
  if (remedy !== undefined) return `${remedy}\n${list}`;
  const window = model.contextWindow === undefined ? undefined : `${tokens(model.contextWindow)} tokens`;
  if (thread === undefined) return `The context window of ${model.id} is ${window ?? 'not stated by the gateway'}.\n`;
  const size = `${thread.isEstimated ? 'about ' : ''}${tokens(thread.tokens)} tokens`;
  const cost = costOf(model, thread);
  const paid = cost === undefined ? '' : ` Reading it once costs ${money(cost)}.`;
  if (isFitting === true)
    return `The conversation of ${size} fits: the context window of ${model.id} is ${window}.${paid}\n`;
  return `The gateway does not state the context window of ${model.id}. These models are known to be large enough for ${size}:\n${list}`;
}
