import { readFileSync, statSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { RackError, isRackError } from '@modelrack/errors';
import type { Variables } from '@modelrack/http';
import type { KeptKey } from '../auth/key-ring.ts';
import { readIssuedKeys } from '../auth/key-store.ts';
import { presets } from '../providers/presets.ts';
import { emptyConfig, readConfig } from './read-config.ts';
import type { Change, GatewayConfig, KeyReference, LiveConfig } from './types.ts';

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

/** Files that decide what connections are: the configuration, and the keys that it names. */
function filesOf({ connections }: GatewayConfig, files: ConfigFiles): readonly string[] {
  const keys = [...connections.values()].map(({ key }) => key);
  const named = keys.flatMap((key) => (key !== undefined && 'secret' in key ? join(files.keys, key.secret) : []));
  return [files.config, ...new Set(named)];
}

/** What tells one version of these files from another. */
function versionOf(files: readonly string[]): string {
  const stats = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  return stats.map((stat) => `${stat?.ino} ${stat?.size} ${stat?.mtimeMs}`).join();
}

/** Calls back when one of the files changed. Returns how to say which files these are from now on. */
function watchFiles(interval: number, look: () => void): (files: readonly string[]) => void {
  let watched: readonly string[] = [];
  return (files) => {
    for (const file of watched) if (!files.includes(file)) unwatchFile(file, look);
    // Asked for, not told: network drives and editors that replace a file tell nothing, or the wrong thing.
    for (const file of files) if (!watched.includes(file)) watchFile(file, { interval, persistent: false }, look);
    watched = files;
  };
}

/** The configuration of a running gateway: looked at again when its file changes. Throws RackError at first sight only. */
export function openConfig({ files, interval = 1000, onProblem, variables }: OpenConfigOptions): OpenedConfig {
  let current = loadConfig(files.config);
  let keys: readonly KeptKey[] = readIssuedKeys(files.issued);
  const versions = { config: versionOf(filesOf(current, files)), keys: versionOf([files.issued]) };
  const listeners = new Set<(what: Change) => void>();
  const take = (what: Change, version: string, read: () => void): void => {
    if (version === versions[what]) return;
    versions[what] = version;
    try {
      read();
    } catch (error) {
      onProblem(toRackError(error, files.config));
      return;
    }
    for (const changed of listeners) changed(what);
  };
  const reissue = () => take('keys', versionOf([files.issued]), () => (keys = readIssuedKeys(files.issued)));
  const follow = watchFiles(interval, () => {
    take('config', versionOf(filesOf(current, files)), () => {
      current = loadConfig(files.config);
      const named = filesOf(current, files);
      versions.config = versionOf(named);
      follow([...named, files.issued]);
    });
    reissue();
  });
  follow([...filesOf(current, files), files.issued]);
  return {
    current: () => current,
    keys: () => keys,
    hasOtherKeys() {
      const before = keys;
      reissue();
      return keys !== before;
    },
    readSecret: (reference) => readReference(reference, files.keys, variables),
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    close: () => follow([]),
  };
}
