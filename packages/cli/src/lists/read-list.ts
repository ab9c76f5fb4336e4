import { knownWire, loadCachedCatalog, withStatedFacts, type CachedCatalog, type Catalog } from '@modelrack/catalog';
import { isRackError, RackError, type ErrorCode } from '@modelrack/errors';
import type { Machine } from '@modelrack/setup';
import { statSync } from 'node:fs';
import { typedKey } from '../connections/key-source.ts';
import { withKey, type Target } from '../connections/target.ts';
import { duration } from '@modelrack/text';
import { errorText } from '../text/print-error.ts';
import type { Context } from '../world/context.ts';
import { expectShortRun } from '../world/expect-short-run.ts';
import { listFile } from './cached-list.ts';
import type { ListOptions, ModelList } from './model-list.ts';

/** How often a key can be typed. */
const mostTries = 3;

/** Live, or the last one with `--offline`. What is odd about it is said on stderr. A typed key that is refused is asked for again. */
export async function readList(context: Context, first: Target, options: ListOptions): Promise<ModelList> {
  let target = first;
  for (let tries = 1; ; tries++) {
    try {
      return await readOnce(context, target, options);
    } catch (error) {
      if (!isRackError(error) || !refusals.has(error.code)) throw error;
      if (target.isKeyTyped !== true || tries === mostTries) throw error;
      context.printer.problem(errorText(error, context.printer));
      target = withKey(target, await typedKey(context));
    }
  }
}

const refusals: ReadonlySet<ErrorCode> = new Set(['auth', 'forbidden', 'key-missing']);

async function readOnce(context: Context, target: Target, options: ListOptions): Promise<ModelList> {
  const machine = await context.machine();
  const file = listFile(machine, target.connection.name);
  const previous = loadCachedCatalog(file);
  if (options.offline === true) return corrected(offlineList(context, machine, { target, previous }));
  const { liveList } = await import('./live-list.ts');
  const list = await liveList(context, machine, { ...options, target, previous, file });
  // The request has loaded all that Node needs for it.
  expectShortRun();
  warn(context, list.catalog);
  return corrected(list);
}

/** What the user states beats the gateway's word; the cache keeps the latter. */
function corrected(list: ModelList): ModelList {
  const { saved, connection } = list.target;
  const stated = (saved ?? connection).stated ?? {};
  return { ...list, catalog: withStatedFacts(list.catalog, stated) };
}

interface Asked {
  readonly target: Target;
  readonly previous: CachedCatalog | undefined;
}

function offlineList(context: Context, machine: Machine, { target, previous }: Asked): ModelList {
  if (previous === undefined) {
    throw new RackError('unreachable', `no list of ${target.connection.name} is cached yet`, {
      path: target.connection.apiRoot,
      hint: 'run it once without --offline',
    });
  }
  const list = listOf(machine, { target, previous });
  const { apiRoot, fetchedAt } = list.catalog;
  context.printer.note(`The list of ${apiRoot} is ${duration(machine.now().getTime() - Date.parse(fetchedAt))} old.`);
  warn(context, list.catalog);
  return list;
}

/** The last list without a word about it; undefined: there never was one. */
export function keptList(machine: Machine, target: Target): ModelList | undefined {
  const previous = loadCachedCatalog(listFile(machine, target.connection.name));
  return previous === undefined ? undefined : corrected(listOf(machine, { target, previous }));
}

function listOf(machine: Machine, { target, previous }: Asked & { readonly previous: CachedCatalog }): ModelList {
  const { mtime } = statSync(listFile(machine, target.connection.name));
  const fetchedAt = new Date(Math.max(mtime.getTime(), Date.parse(previous.catalog.fetchedAt))).toISOString();
  return {
    catalog: { ...previous.catalog, source: 'cache', fetchedAt },
    target,
    keep: () => {},
    wire: (wire) => Promise.resolve(knownWire(previous, wire, machine.now()) ?? 'unknown'),
  };
}

function warn({ printer }: Context, catalog: Catalog): void {
  for (const warning of catalog.warnings) printer.note(`warning: ${warning}`);
}
