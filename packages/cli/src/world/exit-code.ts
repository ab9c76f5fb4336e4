import type { ErrorCode } from '@modelrack/errors';
import type { ToolOutcome } from '@modelrack/setup';

const exitCodes: Readonly<Record<ErrorCode, number>> = {
  usage: 2,
  'missing-answer': 2,
  'needs-consent': 2,
  'no-project-file': 2,
  'unknown-tool': 2,
  'not-writable-tool': 2,
  'unknown-connection': 2,
  'file-invalid': 3,
  'file-shape': 3,
  'file-not-ours': 3,
  'file-unreadable': 3,
  'file-not-writable': 3,
  'key-in-repository': 3,
  unreachable: 4,
  timeout: 4,
  server: 4,
  'rate-limit': 4,
  quota: 4,
  auth: 5,
  forbidden: 5,
  'key-missing': 5,
  'bad-request': 6,
  'not-found': 6,
  'not-a-gateway': 6,
  'broken-body': 4,
  'missing-wire': 6,
  'no-models': 6,
  'no-match': 9,
  interrupted: 130,
  'disk-full': 1,
  'file-changed': 1,
  locked: 1,
  internal: 1,
};

export function exitCodeOf(code: ErrorCode): number {
  return exitCodes[code];
}

/** `--check` found something. */
export const exitCodeOfCheck = 7;
const exitCodeOfSomeNotDone = 8;

type Judged = Pick<ToolOutcome, 'status' | 'error'> & { readonly isNamed: boolean };

/**
 * One code for a run over several tools. A tool that was only found, not named, and needs an answer or a
 * wire that is missing does not spoil the run; a note says so.
 */
export function exitCodeOfRun(outcomes: readonly Judged[], isCheck: boolean): number {
  const counted = outcomes.filter((outcome) => outcome.isNamed || outcome.status !== 'skipped');
  const bad = counted.filter((outcome) => isBad(outcome.status));
  if (bad.length === 0)
    return isCheck && counted.some((outcome) => outcome.status === 'would-change') ? exitCodeOfCheck : 0;
  if (bad.length < counted.length) return exitCodeOfSomeNotDone;
  return worst(bad.map((outcome) => exitCodeOf(outcome.error?.code ?? 'internal')));
}

function isBad(status: ToolOutcome['status']): boolean {
  return status === 'refused' || status === 'failed' || status === 'skipped';
}

/** 3 to 6 name one cause, so they stand only where all tools share it. */
function worst(codes: readonly number[]): number {
  const [first = 1] = codes;
  if (codes.every((code) => code === first)) return first;
  if (codes.includes(1)) return 1;
  return codes.includes(2) ? 2 : exitCodeOfSomeNotDone;
}
