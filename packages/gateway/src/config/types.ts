import type { KeptKey } from '../auth/key-ring.ts';
import type { Preset } from '../provider.ts';

/** Where a key stands; the configuration itself never holds one. */
export type KeyReference = { readonly env: string } | { readonly secret: string };

export interface ModelSettings {
  /** Wins over what the upstream states. */
  readonly contextWindow: number | undefined;
}

export interface ConnectionSettings {
  readonly name: string;
  readonly preset: Preset;
  readonly baseUrl: string;
  readonly key: KeyReference | undefined;
  /** By the upstream's own id; these are listed even where it has no list. */
  readonly models: ReadonlyMap<string, ModelSettings>;
  /** Nobody said which of the wires it has, so it is asked. */
  readonly isProbed: boolean;
}

export interface Alias {
  /** Full ids: aliases inside are resolved. */
  readonly chain: readonly string[];
  /** Milliseconds until the next member is asked; undefined: the usual limits. */
  readonly firstTokenMs: number | undefined;
  readonly onRefusal: 'return' | 'next';
}

export interface GatewayConfig {
  readonly listen: { readonly host: string; readonly port: number };
  readonly connections: ReadonlyMap<string, ConnectionSettings>;
  readonly aliases: ReadonlyMap<string, Alias>;
  /** Globs of what the list leaves out. */
  readonly hide: readonly string[];
  /** Origins of web pages that may ask. */
  readonly allowOrigins: readonly string[];
}

/** What changed: issued keys have no bearing on connections, and the other way round. */
export type Change = 'config' | 'keys';

/** A configuration that may change while the gateway runs. */
export interface LiveConfig {
  current(): GatewayConfig;
  /** Keys that were issued; `key` of the options is accepted besides. */
  keys(): readonly KeptKey[];
  /** undefined: there is no such key. */
  readSecret(reference: KeyReference): string | undefined;
  /** Looks at once: whoever was just given a key uses it before the next look. True: subscribers were told of others. */
  hasOtherKeys(): boolean;
  /** Calls back after every change that can be read. Returns how to stop that. */
  subscribe(changed: (what: Change) => void): () => void;
}
