import { cleanText } from '@modelrack/text';
import { RackError } from '@modelrack/errors';
import { isRecord } from '@modelrack/json';
import { numberOf, textOf } from '../json.ts';

export type VideoState = 'pending' | 'completed' | 'failed';

/** A job as the gateway tells of it. */
export interface VideoJob {
  readonly id: string;
  readonly state: VideoState;
  /** The gateway's own word: `queued`, `in_progress`, … */
  readonly status: string;
  /** 0 to 100, if the gateway says. */
  readonly progress: number | undefined;
  /** Why it failed; one line. */
  readonly problem: string | undefined;
}

const failures = new Set(['failed', 'cancelled', 'canceled', 'expired', 'error', 'rejected']);
const longestProblem = 300;

/** Only `completed` is done; what nobody documents is still under way. */
export function readVideoJob(answer: unknown, path: string): VideoJob {
  const id = isRecord(answer) ? textOf(answer['id']) : undefined;
  // An id goes into addresses and onto terminals.
  if (!isRecord(answer) || id === undefined || id !== cleanText(id)) {
    throw new RackError('broken-body', 'the gateway did not say which video this is', { path });
  }
  const status = cleanText(textOf(answer['status']) ?? 'unknown').slice(0, 40);
  const { error } = answer;
  const hasError = error !== undefined && error !== null && error !== '' && error !== false;
  const state = stateOf(status.toLowerCase(), hasError);
  const progress = numberOf(answer['progress']);
  return {
    id,
    state,
    status,
    progress: progress === undefined ? undefined : Math.min(100, Math.max(0, progress)),
    problem: state === 'failed' ? problemOf(error) : undefined,
  };
}

function stateOf(status: string, hasError: boolean): VideoState {
  if (failures.has(status) || hasError) return 'failed';
  return status === 'completed' ? 'completed' : 'pending';
}

function problemOf(error: unknown): string | undefined {
  const text = isRecord(error) ? (textOf(error['message']) ?? textOf(error['code'])) : textOf(error);
  return text === undefined ? undefined : cleanText(text).replace(/\s+/g, ' ').slice(0, longestProblem);
}

/** What to throw for a job that came to nothing. */
export function failedJob({ id, status, problem }: VideoJob, path: string): RackError {
  const why = problem === undefined ? status : `${status}: ${problem}`;
  return new RackError('server', `the video ${id} was not made (${why})`, {
    path,
    hint: 'change the prompt or the model, and start it again',
  });
}
