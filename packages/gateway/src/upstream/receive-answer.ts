import type { Dispatcher } from 'undici';
import type { ProviderAnswer } from '../provider.ts';
import type { StopSignal } from '../stop.ts';

/** So many bytes are taken in ahead of whoever reads them piece by piece. */
const mostAhead = 64 * 1024;

/**
 * Takes in one answer. The library's own way makes a stream of each, which costs as much as all else that it does;
 * here nobody needs more than pieces in order. A class, since every request makes one: as functions within a function
 * it was fifteen of them each time.
 */
export class Reception implements Dispatcher.DispatchHandler {
  /** When the headers are there. Rejects with what the library says, or with the reason of the signal. */
  readonly answer: Promise<ProviderAnswer>;
  readonly #signal: StopSignal;
  readonly #pieces: Uint8Array[] = [];
  #ahead = 0;
  /** All of it is wanted at once: nobody has to keep up. */
  #isWholeWanted = false;
  #isOver = false;
  #error: Error | undefined = undefined;
  #controller: Dispatcher.DispatchController | undefined = undefined;
  /** For whoever waits for the next piece or the end. */
  #wake: (() => void) | undefined = undefined;
  #resolve!: (answer: ProviderAnswer) => void;
  #reject!: (error: Error) => void;
  readonly #stop = (): void => this.#controller?.abort(this.#signal.reason ?? new Error('This was called off.'));

  constructor(signal: StopSignal) {
    this.#signal = signal;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal.addEventListener('abort', this.#stop);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal.aborted) this.#stop();
  }

  onResponseStart(_: unknown, status: number, headers: ProviderAnswer['headers']): void {
    // 103 and its kind come before the answer.
    if (status >= 200) this.#resolve({ status, headers, body: this });
  }

  onResponseData(_: unknown, piece: Uint8Array): void {
    this.#pieces.push(piece);
    if (this.#isWholeWanted) return;
    this.#ahead += piece.length;
    if (this.#ahead > mostAhead) this.#controller?.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_: unknown, error: Error): void {
    this.#error = error;
    this.#finish();
    // Without effect once the headers were there.
    this.#reject(error);
  }

  /** The answer's body, and that which iterates over it: it is read once. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#pieces.length === 0 && !this.#isOver) await this.#come();
    const piece = this.#pieces.shift();
    if (piece !== undefined) {
      this.#ahead -= piece.length;
      if (this.#ahead <= mostAhead) this.#controller?.resume();
      return { done: false, value: piece };
    }
    if (this.#error !== undefined) throw this.#error;
    return { done: true, value: undefined };
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.destroy();
    return Promise.resolve({ done: true, value: undefined });
  }

  destroy(): void {
    if (!this.#isOver) this.#controller?.abort(new Error('Nobody reads the rest of the answer.'));
  }

  async bytes(): Promise<Uint8Array> {
    this.#isWholeWanted = true;
    this.#controller?.resume();
    if (!this.#isOver) await this.#come();
    if (this.#error !== undefined) throw this.#error;
    const [first] = this.#pieces;
    return this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces);
  }

  #come(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #finish(): void {
    this.#isOver = true;
    this.#signal.removeEventListener('abort', this.#stop);
    this.#wake?.();
  }
}
