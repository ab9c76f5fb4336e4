import { chmodSync } from 'node:fs';
import { expect } from 'vitest';
import type { FaultyGateway } from './faulty-gateway.ts';
import type { Rack } from './rack.ts';

export interface Broken {
  readonly rack: Rack;
  readonly gateway: FaultyGateway;
}
export interface Way {
  readonly env?: Record<string, string>;
  readonly before?: readonly string[];
}

/** A set-up that is broken in one way, and what the first finding has to say. */
export interface SetUp {
  readonly name: string;
  /** Default: opencode. */
  readonly tools?: readonly string[];
  readonly isStored?: boolean;
  readonly tls?: string;
  readonly skip?: boolean;
  /** Of every model of the gateway. */
  readonly window?: number;
  breakIt(broken: Broken): Way | void;
  /** Check, subject and message. */
  readonly first: RegExp;
  /** What `--fix` makes true. */
  mended?(broken: Broken): void;
}

export const opencode = '.config/opencode/opencode.json';
export const config = '.config/modelrack/config.jsonc';
export const change = (rack: Rack, file: string, from: string | RegExp, to: string) => {
  const text = rack.read(file);
  const next = text.replace(from, to);
  expect(next, `${file} holds ${String(from)}`).not.toBe(text);
  rack.write(file, next);
};

/** Whoever the command runs as may look for itself; only the broken file is closed. */
export function openForAll(rack: Rack): void {
  chmodSync(`${rack.home}/..`, 0o755);
  for (const name of ['', '.config', '.config/modelrack', '.config/opencode', '.cache', '.local', '.local/state'])
    chmodSync(rack.path(name), 0o777);
}
