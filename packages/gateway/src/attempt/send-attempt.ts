import type { Asked, Tools, Tried } from './asked.ts';
import { classifyThrown } from '../failure/classify.ts';
import { mend } from './prepare.ts';
import type { Prepared } from './prepare.ts';
import { fail, readAnswer } from './read-answer.ts';
import type { Exchange } from './read-answer.ts';
import type { Failure } from '../failure/types.ts';
import type { Member } from '../provider.ts';
import { Stop } from '../stop.ts';

/** Once; a bridged question that the upstream wants in another form, again in that. */
async function exchangeOnce(exchange: Exchange): Promise<Tried> {
  const { asked, member, prepared, signal } = exchange;
  const answer = await member.connection.provider.send({
    operation: prepared.bridge === undefined ? asked.operation : 'chat',
    method: 'POST',
    path: prepared.path,
    headers: asked.headers,
    body: prepared.body,
    held: asked.body,
    model: member.model,
    served: member.id,
    asked: asked.resolved.asked,
    window: member.window,
    signal,
  });
  const tried = await readAnswer(answer, exchange);
  const mended = tried.kind === 'failed' ? mend(prepared, tried.failure) : undefined;
  return mended === undefined ? tried : exchangeOnce({ ...exchange, prepared: mended });
}

const wholeCallMs = 15 * 60_000;

class AttemptTimeout extends Error {
  override readonly name = 'AttemptTimeout';
  readonly code = 'ATTEMPT_TIMEOUT';
}

export interface AttemptRequest {
  readonly asked: Asked;
  readonly member: Member;
  readonly prepared: Prepared;
  readonly tools: Tools;
}

const cancelled: Failure = {
  kind: 'cancelled',
  status: undefined,
  retryAfter: undefined,
  error: undefined,
  mayHaveStarted: true,
};

/** Asks one member once. Never throws; a delivered body keeps the attempt alive until it is read or given up. */
export async function sendAttempt(request: AttemptRequest): Promise<Tried> {
  const { asked, member, prepared, tools } = request;
  const attempt = new Stop();
  const hangUp = () => attempt.abort(asked.signal.reason);
  if (asked.signal.aborted) return { kind: 'failed', failure: cancelled };
  asked.signal.addEventListener('abort', hangUp);
  const timeUp = () => attempt.abort(new AttemptTimeout('No answer in time.'));
  const firstToken =
    asked.resolved.firstTokenMs === undefined ? undefined : setTimeout(timeUp, asked.resolved.firstTokenMs);
  const whole = asked.body.isStream ? undefined : setTimeout(timeUp, wholeCallMs);
  const onEnd = () => {
    asked.signal.removeEventListener('abort', hangUp);
    clearTimeout(whole);
  };
  let tried: Tried;
  try {
    tried = await exchangeOnce({ asked, member, prepared, tools, signal: attempt, onEnd });
  } catch (error) {
    const isTimeUp = attempt.reason instanceof AttemptTimeout;
    const thrown = isTimeUp ? attempt.reason : error;
    // The error, not the signal alone: a caller may hang up just after an upstream broke off by itself.
    tried = asked.signal.aborted ? { kind: 'failed', failure: cancelled } : fail(classifyThrown(thrown), member);
  }
  clearTimeout(firstToken);
  if (tried.kind === 'failed') {
    onEnd();
    attempt.abort();
  }
  return tried;
}
