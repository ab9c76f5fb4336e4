import { RackError } from '@modelrack/errors';

/** Rejects with `interrupted` when the signal aborts. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new RackError('interrupted', 'interrupted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
