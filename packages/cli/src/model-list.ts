import {
  fetchCatalog,
  knownWire,
  loadCachedCatalog,
  probeWire,
  saveCachedCatalog,
  withWire,
  type CachedCatalog,
  type Catalog,
  type Wire,
  type WireState,
} from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { foldersOf, type Machine } from '@modelrack/setup';
import { join } from 'node:path';
import type { Target } from './connection.ts';
import type { Context } from './context.ts';
import { duration } from './output/numbers.ts';
import { withProgress } from './output/progress.ts';

/** The list that a command works on, and how to ask the same gateway for a wire. */
export interface ModelList {
  readonly catalog: Catalog;
  wire(wire: Wire): Promise<WireState>;
}

export interface ListOptions {
  readonly offline?: boolean;
  /** Past every cache on the way. */
  readonly isForced?: boolean;
  /** Leave the cached list as it is: nothing is to be written, or the gateway is not one of ours. */
  readonly isUnkept?: boolean;
}

/** Live, or the last one with `--offline`. What is odd about it is said on stderr. */
export async function readList(context: Context, target: Target, options: ListOptions): Promise<ModelList> {
  const machine = await context.machine();
  const file = fileOf(machine, target.connection.name);
  const previous = loadCachedCatalog(file);
  if (options.offline === true) return offlineList(context, machine, { target, previous });
  const fetched = await fetchList(context, machine, { target, previous, isForced: options.isForced === true });
  const keep = (cached: CachedCatalog) => options.isUnkept === true || saveCachedCatalog(file, cached);
  keep(fetched);
  warn(context, fetched.catalog);
  let latest = fetched;
  return {
    catalog: fetched.catalog,
    async wire(wire) {
      const known = knownWire(latest, wire, machine.now());
      if (known !== undefined) return known;
      const { variables } = context.world;
      const state = await probeWire({ apiRoot: fetched.catalog.apiRoot, key: target.key, wire, variables });
      latest = withWire(latest, { wire, state, at: machine.now() });
      keep(latest);
      return state;
    },
  };
}

interface Asked {
  readonly target: Target;
  readonly previous: CachedCatalog | undefined;
}

function fetchList(context: Context, machine: Machine, asked: Asked & { isForced: boolean }): Promise<CachedCatalog> {
  const { target, previous, isForced } = asked;
  return withProgress(context, `Reading the model list of ${target.connection.apiRoot}`, (say) =>
    fetchCatalog({
      baseUrl: target.connection.apiRoot,
      key: target.key,
      variables: context.world.variables,
      now: () => machine.now(),
      previous,
      forced: isForced,
      onProgress: say,
    }),
  );
}

function offlineList(context: Context, machine: Machine, { target, previous }: Asked): ModelList {
  if (previous === undefined) {
    throw new RackError('unreachable', `no list of ${target.connection.name} is cached yet`, {
      path: target.connection.apiRoot,
      hint: 'run it once without --offline',
    });
  }
  const catalog: Catalog = { ...previous.catalog, source: 'cache' };
  const age = duration(machine.now().getTime() - Date.parse(catalog.fetchedAt));
  context.printer.note(`The list of ${catalog.apiRoot} is ${age} old.`);
  warn(context, catalog);
  return {
    catalog,
    wire: (wire) => Promise.resolve(knownWire(previous, wire, machine.now()) ?? 'unknown'),
  };
}

/** `live`, although the gateway may have said only that nothing changed; or `cache`. */
export function sourceOf(catalog: Catalog): 'live' | 'cache' {
  return catalog.source === 'cache' ? 'cache' : 'live';
}

/** The last list, if there is one: what of a file is ours is told by it too. */
export function lastList(machine: Machine, name: string): Catalog | undefined {
  return loadCachedCatalog(fileOf(machine, name))?.catalog;
}

function fileOf(machine: Machine, name: string): string {
  return join(foldersOf(machine).cache, 'lists', `${name}.json`);
}

function warn({ printer }: Context, catalog: Catalog): void {
  for (const warning of catalog.warnings) printer.note(`warning: ${warning}`);
}
