import type { Model } from '@modelrack/catalog';
import { allConnections } from '../connections/saved-connections.ts';
import { targetToRead } from '../connections/target.ts';
import type { ConnectionOptions, Context } from '../world/context.ts';
import { readList } from '../lists/read-list.ts';
import { sourceOf } from '../lists/model-list.ts';
import { modelRow } from '../text/model-row.ts';
import { tokens } from '@modelrack/text';
import { table } from '../text/table.ts';

export async function list(context: Context, query: string | undefined, options: ConnectionOptions): Promise<number> {
  const target = await targetToRead(context, options);
  const { catalog } = await readList(context, target, { ...options, isUnkept: target.saved === undefined });
  const models = [...catalog.models.values()].filter((model) => matches(model, query ?? ''));
  const { printer } = context;
  printer.document({
    schema: 1,
    models: models.map(modelRow),
    skipped: catalog.skipped,
    warnings: catalog.warnings,
    source: sourceOf(catalog),
    fetchedAt: catalog.fetchedAt,
  });
  if (target.saved !== undefined && (await allConnections(context)).length > 1)
    printer.note(`The models of ${target.saved.name}, ${target.saved.apiRoot}:`);
  const rows = models.map((model) => [
    model.id,
    tokens(model.contextWindow),
    tokens(model.maxOutput),
    model.kind,
    model.name === model.id ? '' : model.name,
  ]);
  if (rows.length > 0) printer.result(table(['MODEL', 'WINDOW', 'OUTPUT', 'KIND', 'NAME'], rows));
  else printer.note(query === undefined ? 'The gateway lists no models.' : `No model matches "${query}".`);
  return 0;
}

/** Every word somewhere in id or name. */
function matches(model: Model, query: string): boolean {
  const text = `${model.id} ${model.name}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
