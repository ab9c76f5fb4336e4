/** Tells that work is called off: any AbortSignal, or the lighter one below. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: Error | undefined;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Calls work off, and tells so once to those who listen. Two of the platform's own for every request, with their
 * listeners, were a tenth of what it cost, and the collector kept them far beyond its end.
 */
export class Stop implements StopSignal {
  aborted = false;
  reason: Error | undefined = undefined;
  #listeners: (() => void)[] = [];

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at !== -1) this.#listeners.splice(at, 1);
  }

  abort(reason = new Error('This was called off.')): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}

/** For what takes no other. */
export function toAbortSignal(signal: StopSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener('abort', () => controller.abort(signal.reason));
  return controller.signal;
}
