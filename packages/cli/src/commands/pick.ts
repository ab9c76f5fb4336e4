import type { Model } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { clearWinner, createPicker, type Match } from '@modelrack/picker';
import { targetToRead, type Target } from '../connections/target.ts';
import type { Context, PickOptions } from '../world/context.ts';
import { exitCodeOf } from '../world/exit-code.ts';
import { readList } from '../lists/read-list.ts';
import { recentIds, rememberId } from '../pick/recent.ts';

const mostMatches = 10;

/** Prints the line that switches to a model, and nothing else on standard output. */
export async function pick(context: Context, query: string, options: PickOptions): Promise<number> {
  const lineOf = await lineFor(context, options.for);
  const target = await targetToRead(context, options);
  const { catalog } = await readList(context, target, { ...options, isUnkept: target.saved === undefined });
  const recent = await recentOf(context, target);
  const picker = createPicker([...catalog.models.values()], { recent });
  const matches = picker.search(query, mostMatches);
  let chosen = options.first === true ? matches[0]?.row : winnerOf(query, matches);
  if (chosen === undefined && matches.length > 0 && canShowList(context)) {
    const { askModel } = await import('../pick/ask-model.ts');
    chosen = await askModel(context, { picker, query, isColourless: options.color === false });
  }
  const line = chosen === undefined ? undefined : lineOf(chosen.id, target.connection.name);
  context.printer.document({
    schema: 1,
    query,
    line: line ?? null,
    id: chosen?.id ?? null,
    matches: matches.map(({ row, score }) => ({ id: row.id, score })),
  });
  if (chosen === undefined || line === undefined) return refuse(context, query, matches);
  if (target.saved !== undefined) rememberId(await context.machine(), target.saved.name, chosen.id);
  context.printer.result(`${line}\n`);
  if (options.copy === true) await copy(context, line);
  return 0;
}

function winnerOf(query: string, matches: readonly Match<Model>[]): Model | undefined {
  return query.trim() === '' ? undefined : clearWinner(matches);
}

/** The list is drawn on stderr: stdout may well be a pipe. */
function canShowList(context: Context): boolean {
  return context.canAsk() && context.world.err.isTTY && !context.printer.isJson;
}

async function recentOf(context: Context, { saved }: Target): Promise<readonly string[]> {
  return saved === undefined ? [] : recentIds(await context.machine(), saved.name);
}

/** `/model <id>`, or what the tool has instead. */
async function lineFor(context: Context, tool: string | undefined): Promise<(id: string, gateway: string) => string> {
  const usual = (id: string) => `/model ${id}`;
  if (tool === undefined) return usual;
  const { toolsOf } = await import('../tools/tools.ts');
  const [definition] = await (await toolsOf(context)).load([tool]);
  return definition?.switchLine ?? usual;
}

/** Nothing on standard output, but for the document of `--json`, which is there already. */
function refuse(context: Context, query: string, matches: readonly Match<Model>[]): number {
  if (context.printer.isJson) return exitCodeOf('no-match');
  if (matches.length === 0) {
    throw new RackError(
      'no-match',
      query.trim() === '' ? 'the gateway lists no models' : `no model matches "${query}"`,
      {
        hint: 'see them with: modelrack list',
      },
    );
  }
  const nearest = matches.slice(0, 3).map(({ row }) => row.id);
  const message = query.trim() === '' ? 'no model was named' : `several models match "${query}"`;
  throw new RackError('no-match', `${message}: ${nearest.join(', ')}${matches.length > nearest.length ? ', …' : ''}`, {
    hint: 'type more of the name, or use the best match with --first',
  });
}

async function copy(context: Context, line: string): Promise<void> {
  const { copyText } = await import('../terminal/clipboard.ts');
  const way = await copyText(line, context.world);
  if (way === undefined) context.printer.note('warning: no clipboard was found; the line was only printed');
  else context.printer.note(way === 'terminal' ? 'Sent to the clipboard of the terminal.' : `Copied with ${way}.`);
}
