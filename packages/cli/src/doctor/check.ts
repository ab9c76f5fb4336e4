import type { ErrorCode, RackError } from '@modelrack/errors';
import { oneLine } from '@modelrack/text';

/** One line of the report, as JSON has it. */
export interface Check {
  readonly check: string;
  /** What was looked at: a connection, a route, a tool. */
  readonly subject: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly code: ErrorCode | null;
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly hint: string | null;
}

const nowhere = { code: null, path: null, line: null, column: null, hint: null };

export function fine(check: string, subject: string, message: string): Check {
  return { check, subject, status: 'ok', message, ...nowhere };
}

export function warning(check: string, subject: string, message: string): Check {
  return { check, subject, status: 'warn', message, ...nowhere };
}

export function trouble(
  check: string,
  subject: string,
  error: Pick<RackError, 'code' | 'message'> & Partial<Place>,
): Check {
  return {
    check,
    subject,
    status: 'fail',
    message: oneLine(error.message),
    code: error.code,
    path: error.path ?? null,
    line: error.line ?? null,
    column: error.column ?? null,
    hint: error.hint ?? null,
  };
}

interface Place {
  readonly path: string | null | undefined;
  readonly line: number | null | undefined;
  readonly column: number | null | undefined;
  readonly hint: string | null | undefined;
}
