import { matchesGlob, type Model } from '@modelrack/catalog';
import { loadEditor, type Edit, type Format, type Json } from '@modelrack/config-edit';
import { targetToRead } from '../connections/target.ts';
import type { Context, ExportOptions } from '../world/context.ts';
import { readList } from '../lists/read-list.ts';
import { modelRow } from '../text/model-row.ts';
import { oneLine, tokens } from '@modelrack/text';

type Row = Readonly<Record<string, Json>>;

/** The list in a format for other programs and for people, without anything secret. */
export async function exportList(context: Context, options: ExportOptions): Promise<number> {
  const target = await targetToRead(context, options);
  const { catalog } = await readList(context, target, { ...options, isUnkept: target.saved === undefined });
  const models = [...catalog.models.values()].filter((model) => isWanted(model, options));
  const document = { baseUrl: catalog.apiRoot, models: models.map(modelRow) };
  context.printer.document({ schema: 1, ...document });
  context.printer.result(await textOf(document, options.format));
  return 0;
}

function isWanted({ id }: Model, { models, exclude }: ExportOptions): boolean {
  if (exclude?.some((glob) => matchesGlob(glob, id)) ?? false) return false;
  return models?.some((glob) => matchesGlob(glob, id)) ?? true;
}

interface Exported {
  readonly baseUrl: string;
  readonly models: readonly Row[];
}

async function textOf(document: Exported, format: ExportOptions['format']): Promise<string> {
  if (format === 'markdown') return markdown(document);
  if (format === 'json') return `${JSON.stringify(document, undefined, 2)}\n`;
  return written(document, format);
}

/** By the editor that writes into tools' files: it reads back what it wrote, whatever an id looks like. */
async function written({ baseUrl, models }: Exported, format: Format): Promise<string> {
  const editor = await loadEditor(format);
  const empty = editor.read(new Uint8Array(), 'export', format);
  const edits = models.map((row): Edit => {
    const known = Object.entries(row).filter(([, value]) => value !== null);
    return { op: 'set', path: ['models', { item: { id: String(row['id']) } }], value: Object.fromEntries(known) };
  });
  const { bytes } = editor.edit(empty, [{ op: 'set', path: ['baseUrl'], value: baseUrl }, ...edits]);
  return new TextDecoder().decode(bytes);
}

function markdown({ baseUrl, models }: Exported): string {
  const lines = models.map((row) => {
    const cells = [row['id'], row['kind'], numberOf(row['contextWindow']), numberOf(row['maxOutput']), row['name']];
    return `| ${cells.map((cell) => escaped(String(cell ?? ''))).join(' | ')} |`;
  });
  const head = ['| model | kind | window | output | name |', '| --- | --- | ---: | ---: | --- |'];
  return `${[`Models of ${escaped(baseUrl)}`, '', ...head, ...lines].join('\n')}\n`;
}

function numberOf(value: Json | undefined): string {
  return typeof value === 'number' ? tokens(value) : '';
}

/** Text for a cell: nothing of a gateway's becomes markup. */
function escaped(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]<>#|!~&]/g, String.raw`\$&`);
}
