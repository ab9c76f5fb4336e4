import { parentPort, workerData } from 'node:worker_threads';
import { toolFile } from '@modelrack/setup';
import { importAgreed } from './agreed-modules.ts';
import type { Asked, FilePicture, Reply, Started } from './package-calls.ts';

/** Runs a third party's tool in a thread of its own: it may throw, hang or exit without anybody else noticing. */
const { entry, files: agreed, port, signal } = workerData as Started;
type Functions = Readonly<Record<string, unknown>>;
let tool: Functions = {};

// What it prints is nobody's result, and would keep the command alive.
process.stdout.write = () => true;
process.stderr.write = () => true;
// A thread that ends would be waited for in vain.
process.exit = (status) => {
  throw new Error(`it called process.exit(${status ?? ''})`);
};

// What it does after its answer concerns nobody.
process.on('unhandledRejection', () => {});

void load();
parentPort?.on('message', (asked: Asked) => answer(() => call(asked)));

async function load(): Promise<void> {
  try {
    const loaded: { default?: unknown } = await importAgreed(entry, agreed);
    tool = (loaded.default ?? {}) as Functions;
    const functions = Object.keys(tool).filter((name) => typeof tool[name] === 'function');
    answer(() => ({ hasDefault: 'default' in loaded, functions, data: JSON.parse(JSON.stringify(tool)) as unknown }));
  } catch (cause) {
    answer(() => {
      throw cause;
    });
  }
}

function call({ name, args, files }: Asked): unknown {
  const known = name.split('.').reduce<unknown>((value, step) => (value as Functions | undefined)?.[step], tool);
  if (typeof known !== 'function') throw new Error(`it has no "${name}"`);
  const given = files === undefined ? args : [{ ...(args[0] as object), file: fileOf(files) }];
  const result: unknown = (known as (...given: readonly unknown[]) => unknown)(...given);
  // What is no plain data cannot be compared, remembered or shown.
  return result === undefined ? undefined : (JSON.parse(JSON.stringify(result)) as unknown);
}

function fileOf(files: Readonly<Record<string, FilePicture>>): (id: string) => ReturnType<typeof toolFile> {
  const none = { realPath: '', mode: undefined, uid: undefined, gid: undefined, links: 0 };
  return (id) => {
    const { path = id, exists = false, root } = files[id] ?? {};
    return toolFile(id, { ...none, path, bytes: exists ? new Uint8Array() : undefined }, root as never);
  };
}

function answer(work: () => unknown): void {
  let reply: Reply;
  try {
    reply = { value: work() };
  } catch (cause) {
    reply = { problem: cause instanceof Error ? cause.message : String(cause) };
  }
  port.postMessage(reply);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}
