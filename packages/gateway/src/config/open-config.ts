import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { RackError, isRackError } from '@modelrack/errors';
import type { Variables } from '@modelrack/http';
import type { KeptKey } from '../auth/key-ring.ts';
import { readIssuedKeys } from '../auth/key-store.ts';
import { presets } from '../providers/presets.ts';
import type { LiveConfig } from './types.ts';
import { emptyConfig, readConfig } from './read-config.ts';
import type { GatewayConfig, KeyReference } from './types.ts';

export interface ConfigFiles {
  /** `gateway.jsonc`. */
  readonly config: string;
  /** Digests of the issued keys. */
  readonly issued: string;
  /** Folder of the keys of connections, a file for each. */
  readonly keys: string;
}

export interface OpenConfigOptions {
  readonly files: ConfigFiles;
  readonly variables: Variables;
  /** A later version cannot be read: the last good one stays. */
  readonly onProblem: (error: RackError) => void;
  /** Milliseconds between two looks. */
  readonly interval?: number;
}

export interface OpenedConfig extends LiveConfig {
  close(): void;
}

/** As the file has it; the usual one if there is no file. Throws RackError. */
export function loadConfig(file: string): GatewayConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptyConfig;
    throw new RackError('file-unreadable', 'The configuration of the gateway cannot be read', {
      path: file,
      cause: error,
    });
  }
  return readConfig(text, file, presets);
}

/** The key that a reference stands for; undefined: there is none. */
export function readReference(reference: KeyReference, folder: string, variables: Variables): string | undefined {
  if ('env' in reference) return variables[reference.env]?.trim() || undefined;
  try {
    return readFileSync(join(folder, reference.secret), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

function toRackError(error: unknown, path: string): RackError {
  if (isRackError(error)) return error;
  return new RackError('file-unreadable', 'The configuration of the gateway cannot be read', { path, cause: error });
}

/** The configuration of a running gateway: looked at again when its file changes. Throws RackError at first sight only. */
export function openConfig({ files, interval = 1000, onProblem, variables }: OpenConfigOptions): OpenedConfig {
  let current = loadConfig(files.config);
  let keys: readonly KeptKey[] = readIssuedKeys(files.issued);
  const listeners = new Set<() => void>();
  const reload = (): void => {
    try {
      const next = { config: loadConfig(files.config), keys: readIssuedKeys(files.issued) };
      current = next.config;
      keys = next.keys;
    } catch (error) {
      onProblem(toRackError(error, files.config));
      return;
    }
    for (const changed of listeners) changed();
  };
  // Asked for, not told: network drives and editors that replace a file tell nothing, or the wrong thing.
  for (const file of [files.config, files.issued]) watchFile(file, { interval, persistent: false }, reload);
  return {
    current: () => current,
    keys: () => keys,
    readSecret: (reference) => readReference(reference, files.keys, variables),
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    close() {
      for (const file of [files.config, files.issued]) unwatchFile(file, reload);
    },
  };
}
