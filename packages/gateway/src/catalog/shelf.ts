import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '@modelrack/catalog';
import type { ProviderConnection } from '../provider.ts';
import { readErrorCode } from '../failure/classify.ts';
import { ListError, discoverModels } from './discover.ts';

const freshMs = 5 * 60_000;
const askingMs = 30_000;
/** How long the first question waits for lists; who is not back by then comes with the next. */
const usualPatienceMs = 3000;

export interface ShelfState {
  readonly models: ReadonlyMap<string, Model>;
  /** Milliseconds since 1970 of the list; 0: there is none. */
  readonly fetchedAt: number;
  /** Why the last attempt failed; undefined: it did not. */
  readonly failure: string | undefined;
}

/** The lists of all connections: asked in the background, the last good one kept. */
export interface Shelf {
  stateOf(name: string): ShelfState;
  /** Resolves once every connection answered once, or is too slow for that; undefined: now. Starts what is due. */
  ready(): Promise<void> | undefined;
  /** Changes with every list. */
  version(): number;
  close(): void;
}

export interface ShelfOptions {
  readonly connections: Iterable<ProviderConnection>;
  /** Where last good lists are kept; undefined: nowhere. */
  readonly folder: string | undefined;
  readonly now: () => number;
  /** Milliseconds that a first question waits for lists; default 3000. */
  readonly patienceMs?: number | undefined;
  readonly onListed?: (connection: ProviderConnection) => Promise<void>;
}

interface Slot {
  readonly connection: ProviderConnection;
  state: ShelfState;
  triedAt: number;
  asking: Promise<void> | undefined;
}

const nothing: ShelfState = { models: new Map(), fetchedAt: 0, failure: undefined };

function fileOf(folder: string, { name }: ProviderConnection): string {
  return join(folder, `${name}.json`);
}

function load(folder: string | undefined, connection: ProviderConnection): ShelfState {
  if (folder === undefined || connection.provider.models !== undefined) return nothing;
  try {
    // Written by `save` below, and thrown away if it is of another address.
    const kept = JSON.parse(readFileSync(fileOf(folder, connection), 'utf8')) as {
      baseUrl: string;
      fetchedAt: number;
      models: [string, Model][];
    };
    if (kept.baseUrl !== connection.baseUrl) return nothing;
    return { models: new Map(kept.models), fetchedAt: kept.fetchedAt, failure: undefined };
  } catch {
    return nothing;
  }
}

function save(folder: string, connection: ProviderConnection, { fetchedAt, models }: ShelfState): void {
  const file = fileOf(folder, connection);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify({ baseUrl: connection.baseUrl, fetchedAt, models: [...models] }));
    renameSync(`${file}.new`, file);
  } catch {
    // A cache that cannot be written is one that is not there next time.
  }
}

function describe(error: unknown): string {
  if (error instanceof ListError) return error.message;
  const code = readErrorCode(error);
  return code === '' ? 'its model list cannot be read' : `its model list could not be fetched (${code})`;
}

async function waitAtMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

export function createShelf({ connections, folder, now, onListed, patienceMs = usualPatienceMs }: ShelfOptions): Shelf {
  const slots = new Map<string, Slot>();
  const stopped = new AbortController();
  let version = 0;
  for (const connection of connections) {
    slots.set(connection.name, { connection, state: load(folder, connection), triedAt: 0, asking: undefined });
  }
  const askOne = async (slot: Slot): Promise<void> => {
    const { connection } = slot;
    slot.triedAt = now();
    try {
      // Beside the list, not before it: a handshake with a company's authorities takes its time.
      const probed = onListed?.(connection);
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(askingMs)]);
      const models = await discoverModels(connection, signal).finally(() => probed);
      slot.state = { models, fetchedAt: now(), failure: undefined };
      if (folder !== undefined && connection.provider.models === undefined) save(folder, connection, slot.state);
    } catch (error) {
      if (stopped.signal.aborted) return;
      const isRefused = error instanceof ListError && (error.status === 401 || error.status === 403);
      // A list that its account may not see any more is nobody's to choose from.
      slot.state = { ...(isRefused ? nothing : slot.state), failure: describe(error) };
    } finally {
      version += 1;
      slot.asking = undefined;
    }
  };
  const ready = (): Promise<void> | undefined => {
    const first: Promise<void>[] = [];
    for (const slot of slots.values()) {
      const isDue = now() - slot.triedAt >= freshMs && slot.asking === undefined && !stopped.signal.aborted;
      if (isDue) slot.asking = askOne(slot);
      if (slot.asking !== undefined && slot.state.fetchedAt === 0 && slot.state.failure === undefined) {
        first.push(slot.asking);
      }
    }
    return first.length === 0 ? undefined : waitAtMost(Promise.all(first), patienceMs);
  };
  return {
    stateOf: (name) => slots.get(name)?.state ?? nothing,
    ready,
    version: () => version,
    close: () => stopped.abort(),
  };
}
