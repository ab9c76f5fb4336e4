import type { Model } from '@modelrack/catalog';
import { allConnections } from '../connections/saved-connections.ts';
import { targetToRead } from '../connections/target.ts';
import { columns, sortModels, usualColumns, type Column } from '../text/list-columns.ts';
import type { Context, ListingOptions } from '../world/context.ts';
import { readList } from '../lists/read-list.ts';
import { sourceOf } from '../lists/model-list.ts';
import { modelRow } from '../text/model-row.ts';
import { columnsOf, table } from '../text/table.ts';

export async function list(context: Context, query: string | undefined, options: ListingOptions): Promise<number> {
  const target = await targetToRead(context, options);
  const { catalog } = await readList(context, target, { ...options, isUnkept: target.saved === undefined });
  const found = [...catalog.models.values()].filter((model) => matches(model, query ?? ''));
  const models = sortModels(found, options.sort);
  const { printer } = context;
  printer.document({
    schema: 1,
    models: printer.isJson ? models.map(modelRow) : [],
    skipped: catalog.skipped,
    warnings: catalog.warnings,
    source: sourceOf(catalog),
    fetchedAt: catalog.fetchedAt,
  });
  if (target.saved !== undefined && (await allConnections(context)).length > 1)
    printer.note(`The models of ${target.saved.name}, ${target.saved.apiRoot}:`);
  if (models.length > 0) printer.result(listTable(models, options.columns, printer.columns));
  else printer.note(query === undefined ? 'The gateway lists no models.' : `No model matches "${query}".`);
  return 0;
}

/** What matters least is left out on a narrow terminal, where nobody asked for it. */
const leastFirst: readonly Column[] = ['name', 'marks', 'output', 'kind'];

function listTable(models: readonly Model[], asked: readonly Column[] | undefined, room: number): string {
  let names = asked ?? usualColumns(models);
  for (;;) {
    const shown = names.map((name) => columns[name]);
    const rows = models.map((model) => shown.map((column) => column.of(model)));
    const heads = shown.map(({ head }) => head);
    const text = table(heads, rows, room);
    const least = leastFirst.find((name) => names.includes(name));
    if (asked !== undefined || least === undefined || fits(text, room)) return text;
    names = names.filter((name) => name !== least);
  }
}

function fits(text: string, room: number): boolean {
  return !Number.isFinite(room) || text.split('\n').every((line) => columnsOf(line) <= room);
}

/** Every word somewhere in id or name. */
function matches(model: Model, query: string): boolean {
  const text = `${model.id} ${model.name}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
