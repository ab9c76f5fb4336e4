import type { Catalog, Wire, WireState } from '../types.ts';

export interface KnownWire {
  readonly state: Exclude<WireState, 'unknown'>;
  /** ISO 8601: when the gateway was asked. */
  readonly at: string;
}

/** A list together with what is needed to ask for it again, and what is known of the gateway's wires. */
export interface CachedCatalog {
  readonly catalog: Catalog;
  /** Of a list that came complete in one page. */
  readonly etag: string | undefined;
  /** Of the bytes of such a list: the same ones need not be read again. undefined: read them. */
  readonly print?: string | undefined;
  readonly wires: Readonly<Partial<Record<Wire, KnownWire>>>;
}

const trusted: Readonly<Record<KnownWire['state'], number>> = { present: 7 * 86_400_000, missing: 3_600_000 };

/** What was found out about a wire, as long as it can be trusted: a week if present, an hour if missing. */
export function knownWire(cached: CachedCatalog | undefined, wire: Wire, now: Date): WireState | undefined {
  const known = cached?.wires[wire];
  if (known === undefined) return undefined;
  const age = now.getTime() - Date.parse(known.at);
  return age >= 0 && age < trusted[known.state] ? known.state : undefined;
}

/** The same with the answer of a gateway added; `unknown` is not kept. */
export function withWire(cached: CachedCatalog, answer: { wire: Wire; state: WireState; at: Date }): CachedCatalog {
  if (answer.state === 'unknown') return cached;
  return { ...cached, wires: { ...cached.wires, [answer.wire]: { state: answer.state, at: answer.at.toISOString() } } };
}
