import { join } from 'node:path';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import { RackError } from '@modelrack/errors';
import type { Asked, Loaded, Reply, Started } from './package-calls.ts';
import type { AgreedPackage } from './package-files.ts';

/** A pure function of some data needs a millisecond; a machine under load may take its time to start a thread. */
const patience = 10_000;

export interface RunningPackage {
  readonly loaded: Loaded;
  /** @throws RackError `file-invalid`: it threw, hung, or gave what is no data */
  call(asked: Asked): unknown;
}

/**
 * Loads a third party's code in a thread of its own and waits for each answer: plans are made synchronously.
 * @throws RackError `file-invalid`
 */
export function runPackage({ entry, files }: AgreedPackage): RunningPackage {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const isSource = import.meta.filename.endsWith('.ts');
  const file = join(import.meta.dirname, isSource ? 'package-worker.ts' : 'package-worker.js');
  const worker = new Worker(file, {
    workerData: { entry, files, port: port2, signal } satisfies Started,
    transferList: [port2],
    // Modules from what was read, and no word about them.
    execArgv: ['--experimental-vm-modules', '--no-warnings'],
  });
  worker.on('error', () => {});
  worker.unref();
  port1.unref();
  let isDead = false;
  const wait = (doing: string): unknown => {
    const fail = (why: string): RackError =>
      new RackError('file-invalid', `the tool package ${doing}: ${why}`, {
        path: entry,
        hint: 'ask its author; `modelrack remove` still removes its entries',
      });
    if (isDead) throw fail('it has hung before');
    if (Atomics.wait(signal, 0, 0, patience) === 'timed-out') {
      isDead = true;
      void worker.terminate();
      throw fail('it gave no answer');
    }
    Atomics.store(signal, 0, 0);
    const reply = (receiveMessageOnPort(port1)?.message ?? { problem: 'it gave no answer' }) as Reply;
    if ('problem' in reply) throw fail(reply.problem.slice(0, 300));
    return reply.value;
  };
  // What the thread sends first.
  const loaded = wait('cannot be loaded') as Loaded;
  return {
    loaded,
    call(asked) {
      worker.postMessage(asked);
      return wait(`failed in "${asked.name}"`);
    },
  };
}
