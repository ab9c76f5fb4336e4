/** Every kind of failure that a user can meet. The command maps each to an exit code. */
export type ErrorCode =
  // wrong usage, or an answer is missing and nobody can be asked
  | 'usage'
  | 'missing-answer'
  | 'needs-consent'
  | 'no-project-file'
  | 'unknown-tool'
  | 'not-writable-tool'
  | 'unknown-connection'
  // a file of the user's is refused; it is untouched
  | 'file-invalid'
  | 'file-shape'
  | 'file-not-ours'
  | 'file-unreadable'
  | 'file-not-writable'
  | 'key-in-repository'
  // the gateway
  | 'unreachable'
  | 'timeout'
  | 'server'
  | 'rate-limit'
  | 'quota'
  | 'bad-request'
  | 'auth'
  | 'forbidden'
  | 'key-missing'
  | 'not-found'
  | 'not-a-gateway'
  | 'broken-body'
  | 'missing-wire'
  | 'no-models'
  // this machine, or a fault of ours
  | 'disk-full'
  | 'file-changed'
  | 'locked'
  | 'no-match'
  | 'interrupted'
  | 'internal';

export interface RackErrorDetails {
  /** What the user can do: a flag, a command, a place to look. */
  readonly hint?: string | undefined;
  /** The file, or the URL, in which it failed. */
  readonly path?: string | undefined;
  /** 1-based. */
  readonly line?: number | undefined;
  /** 1-based, in UTF-16 units of the original file. */
  readonly column?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The one error class. `message` says what failed, in the user's words and without the place;
 * the place is in `path`, `line` and `column`. Never put a key, or text that may hold one, into it.
 */
export class RackError extends Error {
  override readonly name = 'RackError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(code: ErrorCode, message: string, details: RackErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.path = details.path;
    this.line = details.line;
    this.column = details.column;
  }

  /** The same error with details added; what is already known stays. */
  with(details: RackErrorDetails): RackError {
    return new RackError(this.code, this.message, {
      hint: this.hint ?? details.hint,
      path: this.path ?? details.path,
      line: this.line ?? details.line,
      column: this.column ?? details.column,
      cause: this.cause ?? details.cause,
    });
  }
}

export function isRackError(value: unknown): value is RackError {
  return value instanceof RackError;
}
