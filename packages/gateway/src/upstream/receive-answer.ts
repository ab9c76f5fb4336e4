import type { Dispatcher } from 'undici';
import type { ProviderAnswer } from '../provider.ts';
import type { StopSignal } from '../stop.ts';

/** So many bytes are taken in ahead of whoever reads them piece by piece. */
const mostAhead = 64 * 1024;

interface Reception {
  readonly handler: Dispatcher.DispatchHandler;
  /** When the headers are there. Rejects with what the library says, or with the reason of the signal. */
  readonly answer: Promise<ProviderAnswer>;
}

/**
 * Takes in one answer. The library's own way makes a stream of each, which costs as much as all else that it does;
 * here nobody needs more than pieces in order.
 */
export function receiveAnswer(signal: StopSignal): Reception {
  const pieces: Uint8Array[] = [];
  let ahead = 0;
  let mayRun = false;
  let end: { readonly error?: Error } | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  /** Wakes whoever waits for the next piece or the end. */
  let wake = (): void => undefined;
  const come = () => new Promise<void>((resolve) => (wake = resolve));

  const stop = () => controller?.abort(signal.reason ?? new Error('This was called off.'));
  signal.addEventListener('abort', stop);
  const finish = (how: { readonly error?: Error }): void => {
    signal.removeEventListener('abort', stop);
    end = how;
    wake();
  };
  const take = (): Uint8Array | undefined => {
    const piece = pieces.shift();
    ahead -= piece?.length ?? 0;
    if (ahead <= mostAhead) controller?.resume();
    return piece;
  };
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    if (pieces.length === 0 && end === undefined) await come();
    const piece = take();
    if (piece !== undefined) return { done: false, value: piece };
    if (end?.error !== undefined) throw end.error;
    return { done: true, value: undefined };
  };
  const destroy = (): void => {
    if (end === undefined) controller?.abort(new Error('Nobody reads the rest of the answer.'));
  };
  const body: ProviderAnswer['body'] = {
    [Symbol.asyncIterator]: () => ({
      next,
      return: () => {
        destroy();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
    destroy,
    async bytes() {
      mayRun = true;
      controller?.resume();
      while (end === undefined) await come();
      if (end.error !== undefined) throw end.error;
      const [first] = pieces;
      return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
    },
  };

  let resolve: (answer: ProviderAnswer) => void;
  let reject: (error: Error) => void;
  const answer = new Promise<ProviderAnswer>((...both) => ([resolve, reject] = both));
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (signal.aborted) stop();
    },
    onResponseStart(_, status, headers) {
      // 103 and its kind come before the answer.
      if (status >= 200) resolve({ status, headers, body });
    },
    onResponseData(_, piece) {
      pieces.push(piece);
      ahead += piece.length;
      if (ahead > mostAhead && !mayRun) controller?.pause();
      wake();
    },
    onResponseEnd: () => finish({}),
    onResponseError(_, error) {
      finish({ error });
      // Without effect once the headers were there.
      reject(error);
    },
  };
  return { handler, answer };
}
