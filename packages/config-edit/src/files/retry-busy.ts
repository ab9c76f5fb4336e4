import { errnoOf } from './errno.ts';

const passing = new Set(['EPERM', 'EACCES', 'EBUSY']);
const limit = 2000;

/** Where time comes from, in milliseconds. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): void;
}

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  },
};

/**
 * For Windows, where a virus scanner or an editor that holds a file for a moment makes a rename fail:
 * tries again after 10 ms, doubling to 200 ms, for 2 s in all.
 */
export function retryBusy(attempt: () => void, clock: Clock = systemClock): void {
  const start = clock.now();
  for (let pause = 10; ; pause = Math.min(pause * 2, 200)) {
    try {
      attempt();
      return;
    } catch (error) {
      const isOver = clock.now() - start + pause > limit;
      if (isOver || !passing.has(errnoOf(error) ?? '')) throw error;
    }
    clock.sleep(pause);
  }
}
