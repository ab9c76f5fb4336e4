import { describe, expect, it } from 'vitest';
import { retryBusy } from './retry-busy.ts';
import type { Clock } from './retry-busy.ts';
import { thrown } from '../testing/test-disks.ts';

function fakeClock(): Clock & { readonly pauses: number[] } {
  const pauses: number[] = [];
  return {
    pauses,
    now: () => pauses.reduce((sum, pause) => sum + pause, 0),
    sleep: (milliseconds) => {
      pauses.push(milliseconds);
    },
  };
}

const busy = (code: string): Error => Object.assign(new Error(code), { code });

describe('retryBusy', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits out %s', (code) => {
    const clock = fakeClock();
    let left = 6;
    retryBusy(() => {
      left -= 1;
      if (left > 0) throw busy(code);
    }, clock);
    expect(clock.pauses).toEqual([10, 20, 40, 80, 160]);
  });

  it('gives up after two seconds', () => {
    const clock = fakeClock();
    const error = busy('EBUSY');
    const attempt = (): void => {
      throw error;
    };
    expect(thrown(() => retryBusy(attempt, clock))).toBe(error);
    expect(clock.pauses.slice(0, 7)).toEqual([10, 20, 40, 80, 160, 200, 200]);
    expect(clock.now()).toBeLessThanOrEqual(2000);
    expect(clock.now()).toBeGreaterThan(1700);
  });

  it('does not wait for what will not pass', () => {
    const clock = fakeClock();
    const attempt = (): void => {
      throw busy('ENOSPC');
    };
    expect(thrown(() => retryBusy(attempt, clock))).toMatchObject({ code: 'ENOSPC' });
    expect(clock.pauses).toEqual([]);
  });

  it('sleeps by the system clock', () => {
    let left = 3;
    const start = performance.now();
    retryBusy(() => {
      left -= 1;
      if (left > 0) throw busy('EPERM');
    });
    expect(performance.now() - start).toBeGreaterThanOrEqual(28);
  });
});
