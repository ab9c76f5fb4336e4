import { isRackError, RackError } from '@modelrack/errors';
import type { Context } from '../world/context.ts';

/**
 * Runs a call that Ctrl-C ends; `whenInterrupted` says what became of it, and how to go on.
 */
export async function untilInterrupt<Result>(
  context: Context,
  whenInterrupted: () => RackError,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  void context.untilInterrupt().then(() => controller.abort());
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted && isRackError(error) && error.code === 'interrupted') throw whenInterrupted();
    throw error;
  }
}

export function interruptedCall(): RackError {
  return new RackError('interrupted', 'Interrupted; the gateway may have charged for it');
}
