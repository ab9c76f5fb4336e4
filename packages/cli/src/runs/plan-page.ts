import { changedLines, type Connection, type FileOutcome, type ToolOutcome } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { count, oneLine } from '@modelrack/text';
import { shortPath, shortPaths } from '../text/short-path.ts';
import { table } from '../text/table.ts';
import { withProgress } from '../terminal/progress.ts';
import type { Context } from '../world/context.ts';
import { keyPlaces } from './key-places.ts';
import { modelsCell } from './run-result.ts';
import type { Planned } from './run.ts';

export interface PlanPage extends Planned {
  readonly connection: Connection;
  readonly definitions: readonly ToolDefinition[];
  /** Which models are written, in words. */
  readonly models: string;
  /** What is written beside the models. */
  readonly also: readonly string[];
  /** What is not part of it, and why. */
  readonly leftOut: readonly string[];
}

/** More notes than these are for afterwards. */
const mostNotes = 10;

/** All that somebody needs to judge what would be written, on one page. */
export async function planPage(context: Context, page: PlanPage): Promise<string> {
  const { connection, tools } = page;
  const { home } = await context.machine();
  const rows = await withProgress(context, 'Comparing', async () => {
    const all: (readonly string[])[] = [];
    for (const tool of tools.filter(({ status }) => status === 'would-change')) all.push(...(await rowsOf(tool, home)));
    return all;
  });
  const idle = tools.filter(({ status }) => status === 'unchanged').map(({ tool }) => tool);
  return [
    `\n${section('Gateway', [`${connection.name}, ${connection.apiRoot}`])}`,
    section('Models', [page.models]),
    section('Also', page.also),
    section('Key', keyPlaces(await context.machine(), page)),
    rows.length === 0 ? '' : `\n${table(['TOOL', 'MODELS', 'FILE', '+', '-'], rows, context.world.stderr.columns)}\n`,
    section('As is', idle.length === 0 ? [] : [`${idle.join(', ')}: nothing to change`]),
    section(
      'Switched',
      [...page.diverted].map(([tool, why]) => `${tool}: ${why}`),
    ),
    section('Left out', [...page.leftOut, ...refusals(tools)]),
    section(
      'Notes',
      notesOf(tools).map((text) => shortPaths(text, home)),
    ),
  ].join('');
}

/** What the page said already. */
export function shownNotes(tools: readonly ToolOutcome[]): ReadonlySet<string> {
  return new Set([...notesByText(tools).keys()].slice(0, mostNotes));
}

/** The heading stands before its first line, and the others below that. */
function section(heading: string, lines: readonly string[]): string {
  return lines.map((line, at) => `${(at === 0 ? heading : '').padEnd(8)}  ${oneLine(line)}\n`).join('');
}

/** A row for each file of the tool's; those that are ours as a whole share one. */
async function rowsOf(tool: ToolOutcome, home: string): Promise<readonly (readonly string[])[]> {
  const changed = tool.files.filter(({ action }) => action !== 'unchanged');
  const theirs = changed.filter(({ spec }) => spec !== undefined);
  const ours = changed.filter(({ spec }) => spec === undefined);
  const rows = await Promise.all(theirs.map(async (file) => cellsOf(shortPath(file.path, home), [file])));
  const more = ours.length === 0 ? [] : [await cellsOf(oursText(ours, home), ours)];
  return [...rows, ...more].map((cells, at) => [at === 0 ? tool.tool : '', at === 0 ? modelsCell(tool) : '', ...cells]);
}

function oursText(files: readonly FileOutcome[], home: string): string {
  const [first, ...others] = files;
  if (first === undefined) return '';
  if (others.length === 0) return shortPath(first.path, home);
  return `${shortPath(folderOf(files), home)} (${count(files.length, 'file')} for /m-)`;
}

/** The folder in which all of them are. */
function folderOf(files: readonly FileOutcome[]): string {
  const [first = [], ...others] = files.map(({ path }) => path.split(/(?<=[\\/])/).slice(0, -1));
  const length = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return (length === -1 ? first : first.slice(0, length)).join('');
}

async function cellsOf(name: string, files: readonly FileOutcome[]): Promise<readonly string[]> {
  const lines = await Promise.all(files.map((file) => changedLines(file)));
  const sum = (what: 'added' | 'removed') => String(lines.reduce((total, each) => total + each[what], 0));
  return [name, sum('added'), sum('removed')];
}

function refusals(tools: readonly ToolOutcome[]): readonly string[] {
  return tools.flatMap(({ tool, error }) => {
    if (error === null) return [];
    const place = error.line === null ? '' : ` (${error.path}:${error.line})`;
    return [`${tool}: ${error.message}${place}`];
  });
}

function notesOf(tools: readonly ToolOutcome[]): readonly string[] {
  const all = [...notesByText(tools)].map(([text, names]) => `${names.join(', ')}: ${text}`);
  const rest = all.length - mostNotes;
  return rest > 0 ? [...all.slice(0, mostNotes), `and ${rest} more, which are shown afterwards`] : all;
}

/** What several tools say stands there once. */
function notesByText(tools: readonly ToolOutcome[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { tool, notes } of tools) {
    for (const note of notes) names.set(note, [...(names.get(note) ?? []), tool]);
  }
  return names;
}
