import { readKnownModels, type KnownModels } from '../known-models.ts';
import { extensionName, folderStart, moduleName } from './places.ts';

/** As much of `node:fs` as is used. */
export interface Disk {
  existsSync(path: string): boolean;
  readdirSync(path: string): readonly string[];
  readFileSync(path: string, encoding: 'utf8'): string;
}

/** Where our files stand. */
export interface Places {
  readonly disk: Disk;
  /** Has a folder for each gateway. */
  readonly plugins: string;
  /** pi's own folder of extensions. */
  readonly extensions: string;
}

export interface ModelsOfGateways {
  readonly known: KnownModels;
  /** What pi takes, `/model <gateway>/<id>`; undefined: it is not one of these. */
  lineFor(id: string): string | undefined;
}

/** The gateways whose extension pi loads, in an order that all of them agree on. */
export function gatewaysIn({ disk, plugins, extensions }: Places): readonly string[] {
  return disk
    .readdirSync(plugins)
    .flatMap((name) => (name.startsWith(folderStart) ? [name.slice(folderStart.length)] : []))
    .filter((gateway) =>
      [`${extensions}/${extensionName(gateway)}`, `${plugins}/${folderStart}${gateway}/${moduleName}`].every((path) =>
        disk.existsSync(path),
      ),
    )
    .toSorted();
}

/** Reads the lists at every call, since a refresh may have changed them; equal ones give the same object. */
export function modelsReader(places: Places): () => ModelsOfGateways {
  let latest: { readonly text: string; readonly models: ModelsOfGateways } | undefined;
  return () => {
    const texts = gatewaysIn(places).map((gateway) => listOf(places, gateway));
    const text = texts.join('\n');
    if (latest?.text !== text) latest = { text, models: together(texts.flatMap((one) => readKnownModels(one) ?? [])) };
    return latest.models;
  };
}

function listOf({ disk, plugins }: Places, gateway: string): string {
  try {
    return disk.readFileSync(`${plugins}/${folderStart}${gateway}/models.json`, 'utf8');
  } catch {
    return '';
  }
}

/** An id that two gateways have stands there with its gateway. */
function together(lists: readonly KnownModels[]): ModelsOfGateways {
  const all = lists.flatMap(({ gateway, rows }) => rows.map((row) => ({ row, reference: `${gateway}/${row.id}` })));
  const counts = new Map<string, number>();
  for (const { row } of all) counts.set(row.id, (counts.get(row.id) ?? 0) + 1);
  const lines = new Map<string, string>();
  const rows = all.map(({ row, reference }) => {
    const id = counts.get(row.id) === 1 ? row.id : reference;
    lines.set(id, `/model ${reference}`);
    return { ...row, id };
  });
  const gateway = lists.map((list) => list.gateway).join(' and ');
  return { known: { gateway, rows, names: {} }, lineFor: (id) => lines.get(id) };
}
