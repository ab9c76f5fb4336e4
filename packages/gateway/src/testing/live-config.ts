import { readConfig } from '../config/read-config.ts';
import type { JsonObject } from '../json.ts';
import { presets } from '../providers/presets.ts';
import type { Change, LiveConfig } from '../config/types.ts';

export interface TestConfig extends LiveConfig {
  /** As if the file had been edited. */
  change(config: JsonObject): void;
}

/** A configuration without a file. Every secret that it names is `sk-` and its name. */
export function liveConfig(first: JsonObject): TestConfig {
  const read = (config: JsonObject) => readConfig(JSON.stringify(config), 'gateway.jsonc', presets);
  let current = read(first);
  const listeners = new Set<(what: Change) => void>();
  return {
    current: () => current,
    keys: () => [],
    hasOtherKeys: () => false,
    readSecret: (reference) => ('secret' in reference ? `sk-${reference.secret}` : undefined),
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    change: (config) => {
      current = read(config);
      for (const changed of listeners) changed('config');
    },
  };
}
