import { diffOf, type Connection, type ToolOutcome } from '@modelrack/setup';
import type { Catalog } from '@modelrack/catalog';
import type { Context } from '../world/context.ts';
import { sourceOf } from '../lists/model-list.ts';
import { oneLine, plain } from '@modelrack/text';
import { errorText } from '../text/print-error.ts';
import { table } from '../text/table.ts';

/** What one connection's run came to. */
export interface RunResult {
  readonly connection: Connection;
  readonly catalog: Catalog | undefined;
  readonly tools: readonly ToolOutcome[];
  /** Diffs are shown: nothing was written. */
  readonly isPreview: boolean;
}

/** Of `setup`, `refresh`, `undo`, `remove`. */
export async function printRun(context: Context, results: readonly RunResult[]): Promise<void> {
  if (context.printer.isJson) context.printer.document(await runDocument(context.command, results));
  else for (const result of results) await printResult(context, result);
}

async function runDocument(command: string, results: readonly RunResult[]): Promise<object> {
  const [first] = results;
  const several = results.length > 1 ? { gateways: results.map(gatewayRow) } : {};
  const tools = await Promise.all(results.flatMap((result) => result.tools.map((tool) => toolRow(tool, result))));
  return {
    schema: 1,
    command,
    gateway: first === undefined ? null : gatewayRow(first),
    catalog: catalogRow(first?.catalog),
    ...several,
    tools,
  };
}

function gatewayRow({ connection }: RunResult): object {
  return { name: connection.name, apiRoot: connection.apiRoot };
}

function catalogRow(catalog: Catalog | undefined): object | null {
  if (catalog === undefined) return null;
  return {
    models: catalog.models.size,
    aliases: [...catalog.models.values()].filter((model) => model.form === 'alias').length,
    skipped: catalog.skipped.length,
    source: sourceOf(catalog),
    fetchedAt: catalog.fetchedAt,
    warnings: catalog.warnings,
  };
}

async function toolRow(outcome: ToolOutcome, result: RunResult): Promise<object> {
  const files = outcome.files.map(async (file) => ({
    path: file.path,
    action: file.action,
    backup: file.backup,
    ...(result.isPreview ? { diff: await diffOf(file) } : {}),
  }));
  return {
    tool: outcome.tool,
    gateway: result.connection.name,
    status: outcome.status,
    files: await Promise.all(files),
    models: outcome.models,
    notes: outcome.notes,
    error: outcome.error,
  };
}

async function printResult(context: Context, result: RunResult): Promise<void> {
  const { printer } = context;
  if (result.isPreview) await printDiffs(context, result.tools);
  printer.report(table(['TOOL', 'STATUS', 'MODELS', 'FILE', ''], result.tools.flatMap(rowsOf)));
  for (const tool of result.tools) printTool(context, tool, result.isPreview);
}

/** One line per file; the tool is named in the first. */
function rowsOf(tool: ToolOutcome): readonly (readonly string[])[] {
  const [first, ...others] = tool.files;
  return [
    [tool.tool, tool.status, modelsCell(tool), first?.path ?? '-', first?.action ?? ''],
    ...others.map((file) => ['', '', '', file.path, file.action]),
  ];
}

/** The longest list of ids that is printed; `--json` has all. */
const shownIds = 20;
const reasons = { edited: 'edited by you', yours: 'yours', 'deleted-by-you': 'deleted by you' } as const;

/** What becomes of which model, where it is shown beforehand. */
function changesOf({ models }: ToolOutcome): readonly string[] {
  const lists = (['added', 'updated', 'removed'] as const).map((what) => [what, models[what]] as const);
  const kept = models.protected.map(({ id, why }) => `${id} (${reasons[why]})`);
  return [...lists, ['left alone', kept] as const].flatMap(([what, ids]) =>
    ids.length === 0 ? [] : [`${what}: ${shortened(ids)}`],
  );
}

function shortened(ids: readonly string[]): string {
  const rest = ids.length - shownIds;
  return ids.slice(0, shownIds).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}

function printTool(context: Context, tool: ToolOutcome, isPreview: boolean): void {
  const { printer } = context;
  if (isPreview) for (const line of changesOf(tool)) printer.report(`${tool.tool}: ${oneLine(line)}\n`);
  for (const note of tool.notes) printer.note(`${tool.tool}: ${oneLine(note)}`);
  if (tool.error !== null)
    printer.problem(errorText({ ...tool.error, message: `${tool.tool}: ${tool.error.message}` }, printer.colours));
}

/** `12 (+1 -2)` */
function modelsCell({ models }: ToolOutcome): string {
  const changes = [
    ['+', models.added],
    ['~', models.updated],
    ['-', models.removed],
  ] as const;
  const parts = changes.flatMap(([sign, ids]) => (ids.length === 0 ? [] : [`${sign}${ids.length}`]));
  return parts.length === 0 ? String(models.total) : `${models.total} (${parts.join(' ')})`;
}

/** Unified diffs in the usual colours; as part of a question they go to `write`. */
export async function printDiffs(
  context: Context,
  tools: readonly ToolOutcome[],
  write: (text: string) => void = context.printer.report,
): Promise<void> {
  for (const file of tools.flatMap((tool) => tool.files)) {
    if (file.action === 'unchanged') continue;
    write(
      `${plain(await diffOf(file))
        .split('\n')
        .map((line) => paint(line, context.printer.colours))
        .join('\n')}\n`,
    );
  }
}

function paint(line: string, colours: Context['printer']['colours']): string {
  if (line.startsWith('+++') || line.startsWith('---')) return colours.bold(line);
  if (line.startsWith('@@')) return colours.cyan(line);
  if (line.startsWith('+')) return colours.green(line);
  return line.startsWith('-') ? colours.red(line) : line;
}
