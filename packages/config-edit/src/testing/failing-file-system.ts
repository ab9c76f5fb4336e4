import type { FileSystem } from '../files/types.ts';

export interface Failure {
  /** So many calls succeed; the next one fails. */
  readonly after: number;
  /** `ENOSPC` and the like. */
  readonly code: string;
  /** Count and fail only these calls; default: all. */
  readonly only?: readonly (keyof FileSystem)[];
  /** All calls after the failed one fail too, as if the program had died. */
  readonly forever?: boolean;
}

export interface FailingFileSystem extends FileSystem {
  /** Calls until now that counted. */
  readonly calls: () => number;
}

/** Fails on demand. `create` and `overwrite` fail half-way: the first half of the content is written. */
export function failingFileSystem(inner: FileSystem, failure: Failure): FailingFileSystem {
  let calls = 0;
  const fails = (name: keyof FileSystem): boolean => {
    if (failure.only !== undefined && !failure.only.includes(name)) return false;
    calls += 1;
    return calls === failure.after + 1 || (failure.forever === true && calls > failure.after);
  };
  const guard =
    <Arguments extends readonly unknown[], Result>(name: keyof FileSystem, call: (...args: Arguments) => Result) =>
    (...args: Arguments): Result => {
      if (fails(name)) throw failed(failure.code, name);
      return call(...args);
    };
  return {
    calls: () => calls,
    read: guard('read', (path: string) => inner.read(path)),
    stat: guard('stat', (path: string) => inner.stat(path)),
    lstat: guard('lstat', (path: string) => inner.lstat(path)),
    readLink: guard('readLink', (path: string) => inner.readLink(path)),
    list: guard('list', (path: string) => inner.list(path)),
    isWritable: (path) => !fails('isWritable') && inner.isWritable(path),
    create: (path, bytes, attributes) => {
      if (!fails('create')) return inner.create(path, bytes, attributes);
      if (calls === failure.after + 1) inner.create(path, firstHalf(bytes), attributes);
      throw failed(failure.code, 'create');
    },
    overwrite: (path, bytes, attributes) => {
      if (!fails('overwrite')) return inner.overwrite(path, bytes, attributes);
      if (calls === failure.after + 1) inner.overwrite(path, firstHalf(bytes), attributes);
      throw failed(failure.code, 'overwrite');
    },
    rename: guard('rename', (from: string, to: string) => inner.rename(from, to)),
    remove: guard('remove', (path: string) => inner.remove(path)),
    makeFolder: guard('makeFolder', (path: string, mode: number) => inner.makeFolder(path, mode)),
    removeFolder: guard('removeFolder', (path: string) => inner.removeFolder(path)),
    syncFolder: guard('syncFolder', (path: string) => inner.syncFolder(path)),
  };
}

function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.slice(0, bytes.length / 2);
}

function failed(code: string, name: string): Error {
  return Object.assign(new Error(`${code}: made to fail, ${name}`), { code });
}
