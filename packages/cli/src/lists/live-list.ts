import {
  fetchCatalog,
  knownWire,
  probeWire,
  saveCachedCatalog,
  wantsKey,
  withWire,
  type CachedCatalog,
} from '@modelrack/catalog';
import type { Machine } from '@modelrack/setup';
import { utimesSync } from 'node:fs';
import { keyWanted } from '../connections/key-source.ts';
import type { Target } from '../connections/target.ts';
import type { Context } from '../world/context.ts';
import type { ListOptions, ModelList } from './model-list.ts';
import { withProgress } from '../terminal/progress.ts';

export interface LiveRequest extends ListOptions {
  readonly target: Target;
  readonly previous: CachedCatalog | undefined;
  /** Where the list is cached. */
  readonly file: string;
}

/** Asks the gateway; keeps list and wires for the next run. */
export async function liveList(context: Context, machine: Machine, request: LiveRequest): Promise<ModelList> {
  const { target, file, isUnkept } = request;
  const fetched = await fetchList(context, machine, request);
  await checkKeyless(context, target, fetched);
  const isNew = fetched.catalog.models !== request.previous?.catalog.models;
  let latest = fetched;
  let isKept = !isNew && isUnkept !== true;
  const save = () => {
    isKept = saveCachedCatalog(file, latest);
  };
  // The same list: its file only learns that it was seen again.
  if (isKept) touch(file, machine.now());
  else if (isUnkept !== true) save();
  return {
    catalog: fetched.catalog,
    target,
    keep: () => void (isKept || save()),
    async wire(wire) {
      const known = knownWire(latest, wire, machine.now());
      if (known !== undefined) return known;
      const { variables } = context.world;
      const { apiRoot } = fetched.catalog;
      const state = await withProgress(context, `Asking ${apiRoot} whether it offers ${wire}`, () =>
        probeWire({ apiRoot, key: target.key || undefined, wire, variables }),
      );
      latest = withWire(latest, { wire, state, at: machine.now() });
      isKept = false;
      if (isUnkept !== true) save();
      return state;
    },
  };
}

/** A list is often open to everybody: whether the gateway does without a key is shown by its models alone. */
async function checkKeyless(context: Context, { isKeyGuessed }: Target, { catalog }: CachedCatalog): Promise<void> {
  if (isKeyGuessed !== true) return;
  const { apiRoot } = catalog;
  if (await wantsKey({ apiRoot, variables: context.world.variables })) throw keyWanted(apiRoot);
  context.printer.note(`${apiRoot} is used without a key.`);
}

function touch(file: string, now: Date): void {
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody emptied the cache in between.
  }
}

function fetchList(context: Context, machine: Machine, request: LiveRequest): Promise<CachedCatalog> {
  const { target, previous, isForced } = request;
  return withProgress(context, `Reading the model list of ${target.connection.apiRoot}`, (say) =>
    fetchCatalog({
      baseUrl: target.connection.apiRoot,
      key: target.key || undefined,
      variables: context.world.variables,
      now: () => machine.now(),
      previous,
      forced: isForced,
      onProgress: say,
    }),
  );
}
