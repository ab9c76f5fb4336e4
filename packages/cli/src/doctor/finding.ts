import { isRackError, type ErrorCode, type RackError } from '@modelrack/errors';
import { oneLine } from '@modelrack/text';

/** `unchecked`: nobody looked, so it is not fine either. */
export type Severity = 'ok' | 'info' | 'warn' | 'fail' | 'unchecked';

/** What `--fix` does about a finding. */
export type Mend =
  | { readonly kind: 'mode'; readonly path: string; readonly mode: number }
  /** `setup`: what a refresh would leave away, since it is gone as a whole. */
  | { readonly kind: 'refresh' | 'setup'; readonly connection: string; readonly tool: string };

/** One line of the report, as JSON has it. */
export interface Finding {
  readonly check: string;
  /** What was looked at: a connection, a route, a tool. */
  readonly subject: string;
  readonly severity: Severity;
  readonly message: string;
  /** What was seen that shows it. */
  readonly evidence: string | null;
  /** A command line that puts it right. */
  readonly fix: string | null;
  /** What else to do, in words. */
  readonly hint: string | null;
  readonly code: ErrorCode | null;
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** undefined: not safe to do unasked. */
  readonly mend?: Mend | undefined;
}

export type Details = Partial<Omit<Finding, 'check' | 'subject' | 'severity' | 'message'>>;

const bare = { evidence: null, fix: null, hint: null, code: null, path: null, line: null, column: null };

/** What was looked at, in two words: `file opencode`. */
export type About = readonly [check: string, subject: string];

function finding(severity: Severity, [check, subject]: About, told: string | [string, Details]): Finding {
  const [message, details] = typeof told === 'string' ? [told, {}] : told;
  return { check, subject, severity, message: oneLine(message), ...bare, ...details };
}

export const fine = (about: About, message: string, details: Details = {}): Finding =>
  finding('ok', about, [message, details]);
export const warning = (about: About, message: string, details: Details = {}): Finding =>
  finding('warn', about, [message, details]);
export const unchecked = (about: About, message: string, details: Details = {}): Finding =>
  finding('unchecked', about, [`not checked: ${message}`, details]);
export const info = (about: About, message: string, details: Details = {}): Finding =>
  finding('info', about, [message, details]);
export const failure = (about: About, message: string, details: Details = {}): Finding =>
  finding('fail', about, [message, details]);

type Told = Pick<RackError, 'code' | 'message'> & {
  readonly path?: string | null | undefined;
  readonly line?: number | null | undefined;
  readonly column?: number | null | undefined;
  readonly hint?: string | null | undefined;
};

/** An expected failure as a line of the report. */
export function trouble(about: About, error: Told, details: Details = {}): Finding {
  const { code, path = null, line = null, column = null, hint = null } = error;
  return failure(about, error.message, { code, path, line, column, hint, ...details });
}

/** What it came to, or the failure that it ended in. */
export async function attempt<Result>(work: () => Promise<Result> | Result): Promise<Result | RackError> {
  try {
    return await work();
  } catch (error) {
    if (isRackError(error)) return error;
    throw error;
  }
}
