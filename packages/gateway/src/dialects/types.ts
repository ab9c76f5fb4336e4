import type { JsonObject } from '../json.ts';
import type { Refusal } from '../refusal.ts';

/** What a bridge has to know of the upstream that it writes for. */
export interface BridgeOptions {
  /** The id by the upstream's own name: goes into `model`. */
  readonly model: string;
  readonly outputLimitField: 'max_tokens' | 'max_completion_tokens';
}

/** A request in the destination's wire. */
export interface BridgedRequest {
  readonly body: JsonObject;
  /** What could not be carried over, for a header that says so; short, ASCII, no content of the caller's. */
  readonly warnings: readonly string[];
}

/** What an answer needs of its request: made by `request`, opaque to others. */
export interface Bridge {
  /** Names for logs: `messages-chat`. */
  readonly name: string;
  request(body: JsonObject, options: BridgeOptions): BridgedRequest | Refusal;
  /** A whole chat completion as an answer of the caller's wire. `asked`: the caller's own body. */
  response(answer: JsonObject, asked: JsonObject, facts: AnswerFacts): JsonObject;
  stream(asked: JsonObject, facts: AnswerFacts): StreamMachine;
}

export interface AnswerFacts {
  /** Random hexadecimal digits for ids that the upstream does not give (24). */
  readonly seed: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** For `model`, where the upstream names none. */
  readonly model: string;
}

/** A failure after content went out. */
export interface StreamFailure {
  readonly code: string;
  readonly message: string;
}

/** Turns the chunks of a chat stream into server-sent events of the caller's wire. One per answer; no I/O. */
export interface StreamMachine {
  /** `data` of one upstream event, parsed; never `[DONE]`. Complete events with their blank lines. */
  push(chunk: JsonObject): readonly string[];
  /** The upstream said `[DONE]` or a finish reason and ended. */
  end(): readonly string[];
  /** One error event of the caller's wire; after it nothing follows, so that half an answer never looks whole. */
  fail(failure: StreamFailure): readonly string[];
}
