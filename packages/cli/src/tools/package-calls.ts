import type { MessagePort } from 'node:worker_threads';

/** What the thread starts with. */
export interface Started {
  readonly entry: string;
  readonly files: ReadonlyMap<string, string>;
  readonly port: MessagePort;
  readonly signal: Int32Array;
}

/** A call of a function of a third party's tool, from the command to the thread in which it runs. */
export interface Asked {
  readonly name: string;
  readonly args: readonly unknown[];
  /** For `plan` and `diverts`: what `file(id)` gives, as plain data. */
  readonly files?: Readonly<Record<string, FilePicture>>;
}
export interface FilePicture {
  readonly path: string;
  readonly exists: boolean;
  readonly root: unknown;
}
export type Reply = { readonly value: unknown } | { readonly problem: string };
export interface Loaded {
  readonly hasDefault: boolean;
  readonly functions: readonly string[];
  readonly data: unknown;
}
