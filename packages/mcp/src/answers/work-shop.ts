import { RackError } from '@modelrack/errors';
import type { Limits } from '../host.ts';

/** A call of a tool, as far as waiting is concerned. */
export interface Caller {
  readonly signal: AbortSignal;
  /** When it was called, by `performance.now()`: the ceiling counts from there. */
  readonly since: number;
  /** Tells the client that it is still going on; does nothing for a client that does not want to know. */
  tell(seconds: number): void;
}

export interface Order<Result> {
  /** The same for the same question: whoever asks again gets the work that is under way. */
  readonly key: string;
  /** Whether the work ends when nobody waits for it any more. What is paid for anyway goes on. */
  readonly endsWithCaller: boolean;
  run(signal: AbortSignal): Promise<Result>;
}

export type Delivery<Result> = { readonly isDone: true; readonly result: Result } | { readonly isDone: false };

interface Work {
  readonly promise: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

/** Work that may outlast the call that it was ordered by. */
export interface WorkShop {
  /** Waits for the work up to the ceiling; not done by then, it goes on, and the next order of the same gets it. */
  order<Result>(order: Order<Result>, caller: Caller): Promise<Delivery<Result>>;
  /** Ends everything. */
  close(): void;
}

export function createWorkShop(limits: Limits): WorkShop {
  const works = new Map<string, Work>();
  return {
    async order<Result>(order: Order<Result>, caller: Caller) {
      const work = works.get(order.key) ?? start(works, order, limits.kept);
      work.waiting += 1;
      try {
        // The key says which tool and with which arguments, and so the kind of result.
        const delivery = (await waitFor(work, caller, limits)) as Delivery<Result>;
        if (delivery.isDone) works.delete(order.key);
        return delivery;
      } catch (error) {
        if (!caller.signal.aborted) works.delete(order.key);
        throw error;
      } finally {
        work.waiting -= 1;
        if (work.waiting === 0 && order.endsWithCaller && caller.signal.aborted) {
          work.controller.abort();
          works.delete(order.key);
        }
      }
    },
    close() {
      for (const { controller } of works.values()) controller.abort();
      works.clear();
    },
  };
}

function start(works: Map<string, Work>, { key, run }: Order<unknown>, kept: number): Work {
  const controller = new AbortController();
  const work: Work = { promise: run(controller.signal), controller, waiting: 0 };
  works.set(key, work);
  const forget = () => {
    const timer = setTimeout(() => void (works.get(key) === work && works.delete(key)), kept);
    timer.unref();
  };
  // Also hears of a failure that nobody waits for.
  work.promise.then(forget, forget);
  return work;
}

function waitFor({ promise }: Work, { signal, since, tell }: Caller, limits: Limits): Promise<Delivery<unknown>> {
  return new Promise((resolve, reject) => {
    const passed = () => performance.now() - since;
    const beat = setInterval(() => tell(Math.round(passed() / 1000)), limits.progress);
    const end = setTimeout(() => settle(() => resolve({ isDone: false })), limits.ceiling - passed());
    const onAbort = () => settle(() => reject(new RackError('interrupted', 'cancelled')));
    const settle = (answer: () => void) => {
      clearInterval(beat);
      clearTimeout(end);
      signal.removeEventListener('abort', onAbort);
      answer();
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(
      (result) => settle(() => resolve({ isDone: true, result })),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}
