import { setTimeout as sleep } from 'node:timers/promises';
import type { Variables } from '@modelrack/http';
import { readCatalog } from '../model-list.ts';
import { createShelf } from '../catalog/shelf.ts';
import type { Shelf, ShelfState } from '../catalog/shelf.ts';
import type { Candidate } from '../catalog/suggest-tiers.ts';
import { openFixedWorld, openWorld } from '../catalog/world.ts';
import type { World } from '../catalog/world.ts';
import type { GatewayConfig, KeyReference } from '../config/types.ts';
import { createJobSeal } from '../media/seal-job.ts';
import type { JobSeal } from '../media/types.ts';
import type { ProviderConnection } from '../provider.ts';
import type { Tools } from '../attempt/asked.ts';
import { createHealth } from '../attempt/cooldown.ts';
import type { Health, HealthReport } from '../attempt/cooldown.ts';
import type { ModelRow } from '../types.ts';
import { createClient } from '../upstream/client.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { connect, demo, probeWires } from './connect.ts';
import { adapters, bridges } from './plugs.ts';
import { toAbortSignal } from '../stop.ts';

export interface EngineOptions {
  readonly config: GatewayConfig;
  /** Instead of a configuration: rows that the demo answers. */
  readonly rows: (() => readonly ModelRow[]) | undefined;
  readonly variables: Variables;
  readonly cacheFolder: string | undefined;
  readonly authorities: readonly string[] | undefined;
  /** Milliseconds that a first question waits for lists; default 3000. */
  readonly patienceMs?: number;
  /** Signs the ids of video jobs. */
  readonly jobSecret: Buffer;
  /** undefined: the key is not there (yet). */
  readSecret(reference: KeyReference): string | undefined;
}

export interface ConnectionReport {
  readonly name: string;
  readonly preset: string;
  readonly baseUrl: string;
  readonly hasKey: boolean;
  /** One is named, and is not there. */
  readonly isKeyMissing: boolean;
  readonly models: number;
  readonly failure: string | undefined;
}

/** Everything behind the routes: connections, their lists, who is in cooldown. */
export interface Engine {
  readonly tools: Tools;
  readonly client: UpstreamClient;
  readonly jobSeal: JobSeal;
  world(): World | Promise<World>;
  connection(name: string): ProviderConnection | undefined;
  /** Every model that a connection listed. */
  listed(): readonly Candidate[];
  /** Takes over another configuration; what is under way ends with the one that it began with. */
  reload(config: GatewayConfig): void;
  report(): HealthReport & { readonly connections: readonly ConnectionReport[] };
  close(): Promise<void>;
}

interface Setting {
  readonly connections: ReadonlyMap<string, ProviderConnection>;
  readonly shelf: Shelf;
  readonly config: GatewayConfig;
}

function openSetting(config: GatewayConfig, options: EngineOptions, client: UpstreamClient): Setting {
  const { cacheFolder: folder, patienceMs, variables } = options;
  const named = [...config.connections.values()].map((settings) =>
    connect(settings, { client, readSecret: options.readSecret }),
  );
  const connections = new Map([...named, demo].map((connection) => [connection.name, connection]));
  const onListed = async (connection: ProviderConnection): Promise<void> => {
    if (config.connections.get(connection.name)?.isProbed !== true) return;
    const preset = await probeWires(connection, variables);
    connections.set(connection.name, { ...connection, preset });
  };
  return {
    config,
    connections,
    shelf: createShelf({ connections: [...connections.values()], folder, now: Date.now, onListed, patienceMs }),
  };
}

function reportConnections({ config, connections, shelf }: Setting): readonly ConnectionReport[] {
  return [...connections.values()].map(({ baseUrl, key, name, preset }) => {
    const { failure, models } = shelf.stateOf(name);
    const hasKey = key !== undefined;
    const isKeyMissing = !hasKey && config.connections.get(name)?.key !== undefined;
    return { name, preset: preset.name, baseUrl, hasKey, isKeyMissing, models: models.size, failure };
  });
}

function listCandidates({ connections, shelf }: Setting): readonly Candidate[] {
  return [...connections.keys()].flatMap((connection) =>
    [...shelf.stateOf(connection).models].map(([id, model]) => ({ id: `${connection}/${id}`, connection, model })),
  );
}

export interface EngineTools {
  readonly tools: Tools;
  health(): Health;
  /** Forgets every cooldown. */
  reset(): void;
}

function createTools(): EngineTools {
  const now = Date.now;
  let health = createHealth(now);
  const tools: Tools = {
    get health() {
      return health;
    },
    bridges,
    adapters,
    now,
    random: Math.random,
    pause: async (milliseconds, signal) =>
      void (await sleep(milliseconds, undefined, { signal: toAbortSignal(signal) })),
  };
  return {
    tools,
    health: () => health,
    reset: () => {
      health = createHealth(now);
    },
  };
}

export function createEngine(options: EngineOptions): Engine {
  const { authorities, rows, variables } = options;
  const client = createClient({ variables, authorities });
  const { health, reset, tools } = createTools();
  let setting = openSetting(options.config, options, client);
  let known: { readonly shelf: Shelf; readonly version: number; readonly world: World } | undefined;
  const worldOf = ({ config, connections, shelf }: Setting): World => {
    const version = shelf.version();
    if (known?.shelf === shelf && known.version === version) return known.world;
    const world = openWorld({ config, connections, stateOf: (name): ShelfState => shelf.stateOf(name) });
    known = { shelf, version, world };
    return world;
  };
  const world = (): World | Promise<World> => {
    if (rows !== undefined) return openFixedWorld(readCatalog(rows()), demo);
    const current = setting;
    const waiting = current.shelf.ready();
    return waiting === undefined ? worldOf(current) : waiting.then(() => worldOf(current));
  };
  return {
    tools,
    client,
    jobSeal: createJobSeal(options.jobSecret),
    world,
    report: () => ({ ...health().report(), connections: reportConnections(setting) }),
    connection: (name) => (name === 'demo' ? demo : setting.connections.get(name)),
    listed: () => listCandidates(setting),
    reload(config) {
      setting.shelf.close();
      // A key that was refused may be another one now.
      reset();
      setting = openSetting(config, options, client);
    },
    async close() {
      setting.shelf.close();
      await client.close();
    },
  };
}
