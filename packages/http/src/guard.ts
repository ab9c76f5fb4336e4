import { RackError } from '@modelrack/errors';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

interface Limits {
  readonly connect: number;
  readonly total: number;
  readonly idle: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Watches one exchange: its time limits and the caller's signal. */
export interface Guard {
  /** Why the exchange was ended by us; undefined as long as it was not. */
  readonly failure: RackError | undefined;
  /** The exchange is over: no timer and no listener stays. */
  stop(): void;
}

/** Destroys the request when a limit is passed. `onEnd` runs then, too, for what the request does not own. */
export function guardRequest(request: ClientRequest, limits: Limits, onEnd: () => void): Guard {
  let failure: RackError | undefined;
  const end = (reason: RackError) => {
    failure ??= reason;
    stop();
    request.destroy(failure);
    onEnd();
  };
  const onAbort = () => end(new RackError('interrupted', 'interrupted'));
  const connecting = setTimeout(() => end(late('could not connect', limits.connect)), limits.connect);
  const running = Number.isFinite(limits.total)
    ? setTimeout(() => end(late('no complete answer', limits.total)), limits.total)
    : undefined;
  const { idle } = limits;
  if (idle !== undefined) request.setTimeout(idle, () => end(late('nothing more came', idle)));
  const stop = () => {
    clearTimeout(connecting);
    clearTimeout(running);
    limits.signal?.removeEventListener('abort', onAbort);
  };
  request.once('socket', (socket) => whenConnected(request, socket, () => clearTimeout(connecting)));
  limits.signal?.addEventListener('abort', onAbort);
  return {
    get failure() {
      return failure;
    },
    stop,
  };
}

function late(what: string, milliseconds: number): RackError {
  // What is left of a longer limit after retries says nothing to a person.
  const limit = milliseconds < 1000 ? 'in time' : `within ${Math.round(milliseconds / 1000)} s`;
  return new RackError('timeout', `${what} ${limit}`, {
    hint: 'check the base URL, the network and the proxy; the gateway may also be busy',
  });
}

function whenConnected(request: ClientRequest, socket: Socket, then: () => void): void {
  if (request.reusedSocket) return then();
  if (request.protocol === 'https:') return void socket.once('secureConnect', then);
  if (!socket.connecting) return then();
  socket.once('connect', then);
}
