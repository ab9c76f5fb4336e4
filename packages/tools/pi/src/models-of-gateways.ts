import { readKnownModels, type KnownModels } from '@modelrack/plugin';
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
  /** Has a file for each gateway, with what was picked there before. */
  readonly picked: string;
}

export interface ModelsOfGateways {
  readonly known: KnownModels;
  /** What it is in which gateway, by the id that is shown; undefined: it is not one of these. */
  find(id: string): FoundModel | undefined;
}

export interface FoundModel {
  readonly gateway: string;
  readonly id: string;
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
    const texts = gatewaysIn(places).map((gateway) => textsOf(places, gateway));
    const text = texts.flat().join('\n');
    if (latest?.text !== text) {
      latest = { text, models: together(texts.flatMap(([list, picked]) => readKnownModels(list, picked) ?? [])) };
    }
    return latest.models;
  };
}

function textsOf({ disk, plugins, picked }: Places, gateway: string): readonly [string, string] {
  const files = [`${plugins}/${folderStart}${gateway}/models.json`, `${picked}/${gateway}.json`] as const;
  const [list, recent] = files.map((file) => {
    try {
      return disk.readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  });
  return [list ?? '', recent ?? ''];
}

/** An id that two gateways have stands there with its gateway. */
function together(lists: readonly KnownModels[]): ModelsOfGateways {
  const all = lists.flatMap(({ gateway, rows }) => rows.map((row) => ({ row, gateway })));
  const counts = new Map<string, number>();
  for (const { row } of all) counts.set(row.id, (counts.get(row.id) ?? 0) + 1);
  const shownAs = (gateway: string, id: string) => ((counts.get(id) ?? 0) > 1 ? `${gateway}/${id}` : id);
  const found = new Map<string, FoundModel>();
  const rows = all.map(({ row, gateway }) => {
    const id = shownAs(gateway, row.id);
    found.set(id, { gateway, id: row.id });
    return { ...row, id };
  });
  const recent = lists.flatMap((list) => (list.recent ?? []).map((id) => shownAs(list.gateway, id)));
  const gateway = lists.map((list) => list.gateway).join(' and ');
  return { known: { gateway, rows, names: {}, recent }, find: (id) => found.get(id) };
}
