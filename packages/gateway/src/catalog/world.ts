import type { Model } from '@modelrack/catalog';
import type { Alias, GatewayConfig } from '../config/types.ts';
import type { ProviderConnection } from '../provider.ts';
import type { Member } from '../provider.ts';
import { demoTiers } from './demo-models.ts';
import { listModels } from './list-models.ts';
import type { KnownModel } from './list-models.ts';
import type { Catalog } from '../model-list.ts';
import type { ShelfState } from './shelf.ts';
import { suggestTiers } from './suggest-tiers.ts';
import type { Candidate, Tier } from './suggest-tiers.ts';

/** What an id stands for. */
export interface Resolved {
  /** As the caller wrote it. */
  readonly asked: string;
  readonly isAlias: boolean;
  readonly members: readonly Member[];
  readonly firstTokenMs: number | undefined;
  readonly onRefusal: 'return' | 'next';
}

/** Everything that can be asked for, at one moment. */
export interface World {
  readonly catalog: Catalog;
  /** undefined: there is no such model. */
  resolve(id: string): Resolved | undefined;
  readonly aliases: ReadonlyMap<string, Alias>;
}

export interface WorldParts {
  readonly config: GatewayConfig;
  /** The demo among them. */
  readonly connections: ReadonlyMap<string, ProviderConnection>;
  stateOf(name: string): ShelfState;
}

/** It comes back in headers and in the log, which whatever is longer would burst. */
export const longestId = 512;

const tierNames: readonly Tier[] = ['lite', 'plus', 'ultra'];

function plainAlias(chain: readonly string[]): Alias {
  return { chain, firstTokenMs: undefined, onRefusal: 'return' };
}

/** What an upstream states, unless the configuration knows better. */
function knowModel(id: string, model: Model | undefined, stated: number | undefined): KnownModel {
  return { id, model, window: stated ?? model?.contextWindow };
}

function gatherModels({ config, connections, stateOf }: WorldParts): ReadonlyMap<string, KnownModel> {
  const found = new Map<string, KnownModel>();
  for (const name of connections.keys()) {
    const settings = config.connections.get(name)?.models;
    const { models } = stateOf(name);
    for (const id of new Set([...models.keys(), ...(settings?.keys() ?? [])])) {
      const full = `${name}/${id}`;
      found.set(full, knowModel(full, models.get(id), settings?.get(id)?.contextWindow));
    }
  }
  return found;
}

/** The usual tiers are computed until somebody sets them; the demo answers only where there is nothing else. */
function gatherAliases(config: GatewayConfig, known: Iterable<KnownModel>): ReadonlyMap<string, Alias> {
  const candidates = [...known].flatMap(({ id, model }): readonly Candidate[] => {
    const connection = id.slice(0, id.indexOf('/'));
    return model === undefined || connection === 'demo' ? [] : [{ id, connection, model }];
  });
  const computed: Readonly<Record<Tier, readonly string[]>> =
    config.connections.size === 0 ? demoTiers : suggestTiers(candidates);
  const tiers = tierNames.map((tier): [string, Alias] => [tier, plainAlias(computed[tier])]);
  return new Map([...tiers, ...config.aliases]);
}

export function openWorld(parts: WorldParts): World {
  const { config, connections } = parts;
  const known = gatherModels(parts);
  const aliases = gatherAliases(config, known.values());
  const named = new Set([...config.aliases.values()].flatMap(({ chain }) => chain));
  const isDemoShown = config.connections.size === 0;
  const models = [...known.values()].filter(({ id }) => isDemoShown || !id.startsWith('demo/') || named.has(id));
  const catalog = listModels({
    aliases: [...aliases].map(([name, { chain }]) => ({ name, chain })),
    models,
    hide: config.hide,
  });
  const memberOf = (id: string): Member | undefined => {
    const slash = id.indexOf('/');
    const connection = slash < 1 ? undefined : connections.get(id.slice(0, slash));
    const model = id.slice(slash + 1);
    if (connection === undefined || model === '' || id.length > longestId) return undefined;
    // What it serves in this process is known for sure; an upstream may serve more than it lists.
    if (connection.provider.models !== undefined && !known.has(id)) return undefined;
    return { id, connection, model, window: known.get(id)?.window };
  };
  return {
    catalog,
    aliases,
    resolve(id) {
      const alias = aliases.get(id);
      if (alias !== undefined) {
        const members = alias.chain.flatMap((member) => memberOf(member) ?? []);
        return { asked: id, isAlias: true, members, firstTokenMs: alias.firstTokenMs, onRefusal: alias.onRefusal };
      }
      const member = memberOf(id);
      if (member === undefined) return undefined;
      return { asked: id, isAlias: false, members: [member], firstTokenMs: undefined, onRefusal: 'return' };
    },
  };
}

/** A world of rows that somebody else makes up: each is answered by one connection, whatever its name says. */
export function openFixedWorld(catalog: Catalog, connection: ProviderConnection): World {
  const memberOf = (id: string): Member => {
    // A name that is not its own does whatever it is asked for.
    const model = id.startsWith(`${connection.name}/`) ? id.slice(connection.name.length + 1) : id;
    return { id, connection, model, window: catalog.get(id)?.window };
  };
  return {
    catalog,
    aliases: new Map(),
    resolve(id) {
      const listed = catalog.get(id);
      if (listed === undefined) return undefined;
      const { isAlias, served, window } = listed;
      const member = { ...memberOf(served), window };
      return { asked: id, isAlias, members: [member], firstTokenMs: undefined, onRefusal: 'return' };
    },
  };
}
