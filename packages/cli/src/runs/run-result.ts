import type { Connection, ToolOutcome } from '@modelrack/setup';
import { count, oneLine } from '@modelrack/text';
import { newNotes } from '../lists/shown-notes.ts';
import { keepNews, untoldNews } from '../lists/untold-news.ts';
import { errorText } from '../text/print-error.ts';
import { shortPath, shortPaths } from '../text/short-path.ts';
import { table } from '../text/table.ts';
import type { Context } from '../world/context.ts';
import { changesOf, newsOf, newsText } from './model-changes.ts';
import { printDiffs } from './print-diffs.ts';
import { runDocument, type RunResult } from './run-document.ts';

/** Of `setup`, `refresh`, `undo`, `remove`. */
export async function printRun(context: Context, results: readonly RunResult[]): Promise<void> {
  if (context.printer.isJson) return context.printer.document(await runDocument(context.command, results));
  const { home } = await context.machine();
  for (const result of results) await printResult(context, result, { home, isOneOfSeveral: results.length > 1 });
}

async function printResult(
  context: Context,
  result: RunResult,
  { home, isOneOfSeveral }: { readonly home: string; readonly isOneOfSeveral: boolean },
): Promise<void> {
  const { printer } = context;
  const { connection, tools } = result;
  if (isOneOfSeveral) printer.report(`${oneLine(`${connection.name}: ${connection.apiRoot}`)}\n`);
  if (result.isPreview) await printDiffs(context, tools);
  const shown = context.command === 'remove' ? tools.filter((tool) => !isIdle(tool)) : tools;
  const rows = shown.flatMap((tool) => rowsOf(context.command, tool, home));
  if (rows.length > 0) printer.report(table(['TOOL', 'STATUS', 'MODELS', 'FILE', ''], rows, printer.columns));
  if (shown.length < tools.length) printer.note(idleText(connection, tools.length - shown.length, shown.length));
  for (const line of await modelLines(context, result, shown)) printer.report(`${oneLine(line)}\n`);
  await printNotes(context, result, shown);
}

/** Nothing of ours was there. */
function isIdle({ status, notes, error }: ToolOutcome): boolean {
  return status === 'unchanged' && notes.length === 0 && error === null;
}

function idleText({ name, apiRoot }: Connection, idle: number, shown: number): string {
  // Of a connection that nothing is known of, only the name can be looked for.
  if (apiRoot === '')
    return `No entry under the name ${name} was found in ${count(idle, shown > 0 ? 'other tool' : 'tool')}.`;
  if (shown > 0) return `Nothing of ${name} was in ${count(idle, 'other tool')}.`;
  return `Nothing of ${name} is left in any tool (looked at ${count(idle, 'tool')}).`;
}

async function modelLines(
  context: Context,
  result: RunResult,
  shown: readonly ToolOutcome[],
): Promise<readonly string[]> {
  if (result.isPreview) return changesOf(shown);
  if (context.command !== 'refresh') return [];
  const machine = await context.machine();
  const { name } = result.connection;
  const news = untoldNews(machine, name, newsOf(shown));
  // Of a refresh that runs by itself nobody sees it: it waits.
  keepNews(machine, name, context.printer.isQuiet ? news : { added: [], removed: [] });
  const text = newsText(news);
  return text === '' ? [] : [text];
}

/** What is written is told apart by what it was for: `written` is a word of `--json`. */
const written: Readonly<Record<string, string>> = { undo: 'restored', remove: 'removed' };

/** One line per file; the tool is named in the first. */
function rowsOf(command: string, tool: ToolOutcome, home: string): readonly (readonly string[])[] {
  const [first, ...others] = tool.files;
  const status = tool.status === 'written' ? (written[command] ?? tool.status) : tool.status;
  const path = first === undefined ? '-' : shortPath(first.path, home);
  return [
    [tool.tool, status, modelsCell(tool), path, first?.action ?? ''],
    ...others.map((file) => ['', '', '', shortPath(file.path, home), file.action]),
  ];
}

async function printNotes(context: Context, result: RunResult, tools: readonly ToolOutcome[]): Promise<void> {
  const { printer, command } = context;
  const { home } = await context.machine();
  const isNew = await newNotes(context, result, command === 'refresh');
  const skipped = tools.filter(({ error }) => error?.code === 'no-project-file');
  for (const tool of tools) {
    for (const note of tool.notes) {
      const text = `${tool.tool}: ${oneLine(shortPaths(note, home))}`;
      if (isNew(tool.tool, note)) printer.note(text);
      else printer.detail(text);
    }
    const { leftOut = [] } = tool.models;
    if (leftOut.length > 0) printer.detail(`${tool.tool}: left out: ${oneLine(leftOut.join(', '))}`);
    if (tool.error === null || (skipped.length > 1 && skipped.includes(tool))) continue;
    printer.problem(errorText({ ...tool.error, message: `${tool.tool}: ${tool.error.message}` }, printer));
  }
  if (skipped.length > 1) {
    printer.note(`Skipped, since they have no project file for models: ${skipped.map(({ tool }) => tool).join(', ')}.`);
  }
}

/** `12 (+1 -2)` */
export function modelsCell({ models }: ToolOutcome): string {
  const changes = [
    ['+', models.added],
    ['~', models.updated],
    ['-', models.removed],
  ] as const;
  const parts = changes.flatMap(([sign, ids]) => (ids.length === 0 ? [] : [`${sign}${ids.length}`]));
  return parts.length === 0 ? String(models.total) : `${models.total} (${parts.join(' ')})`;
}
