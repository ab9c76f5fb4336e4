import { suggestTiers } from '../catalog/suggest-tiers.ts';
import type { Candidate, Tier } from '../catalog/suggest-tiers.ts';
import type { Alias } from '../config/types.ts';
import type { ModelRow } from '../types.ts';
import { createEngine } from './engine.ts';
import type { ConnectionReport, EngineOptions } from './engine.ts';

/** What a configuration offers, without a server. */
export interface Survey {
  readonly rows: readonly ModelRow[];
  readonly aliases: ReadonlyMap<string, Alias>;
  readonly connections: readonly ConnectionReport[];
  /** A chain for each usual tier, as the connected accounts allow it. */
  readonly suggested: Readonly<Record<Tier, readonly string[]>>;
  /** Everything that is served by a connection, hidden or not. */
  readonly known: readonly Candidate[];
}

/** Who asks what there is waits for it longer than who asks a model. */
const patienceMs = 20_000;

/** Asks every connection for its list, once. */
export async function surveyGateway(options: Omit<EngineOptions, 'rows' | 'jobSecret'>): Promise<Survey> {
  const engine = createEngine({ ...options, patienceMs, rows: undefined, jobSecret: Buffer.alloc(32) });
  try {
    const { aliases, catalog } = await engine.world();
    const known = engine.listed();
    return {
      rows: [...catalog.values()].map(({ row }) => row),
      aliases,
      connections: engine.report().connections,
      suggested: suggestTiers(known.filter(({ connection }) => connection !== 'demo')),
      known,
    };
  } finally {
    await engine.close();
  }
}
