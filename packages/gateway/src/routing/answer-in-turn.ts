import { canServe, prepare } from '../attempt/prepare.ts';
import { sendAttempt } from '../attempt/send-attempt.ts';
import { isRefusal, refuse } from '../refusal.ts';
import type { Attempt, Refusal } from '../refusal.ts';
import type { Asked, Delivered, Tools, Tried } from '../attempt/asked.ts';
import { decide } from './decide.ts';
import { explainExhausted, explainFailure, toAttempt } from './explain-failure.ts';
import type { FailedMember } from './explain-failure.ts';
import type { Member } from '../provider.ts';
import { fitsWindow, lowestEstimate } from '../estimate-tokens.ts';
import { refuseOverflow } from './window.ts';

export interface Outcome {
  readonly result: Delivered | Refusal;
  readonly attempts: readonly Attempt[];
}

const retryPause = { least: 250, spread: 750 };

/** Members in cooldown step aside, unless all do: then the one that is free first is better than nobody. */
function leaveOutCooling(members: readonly Member[], tools: Tools): readonly Member[] {
  const free = members.filter((member) => tools.health.freeAt(member) === 0);
  if (free.length > 0 || members.length < 2) return free.length > 0 ? free : members;
  const [soonest] = members.toSorted((left, right) => tools.health.freeAt(left) - tools.health.freeAt(right));
  return soonest === undefined ? [] : [soonest];
}

function refuseOperation({ catalog, operation, resolved }: Asked): Refusal {
  const { members } = resolved;
  if (members.length === 0) {
    const message = `${JSON.stringify(resolved.asked)} has no model behind it: no connection lists one that could answer.`;
    return refuse(503, 'no_model_available', message);
  }
  const ids = [...catalog.values()].slice(0, 3).map(({ row }) => row.id);
  const others = ids.length === 0 ? '' : ` This gateway lists ${ids.join(', ')} and more.`;
  const message = `${resolved.asked} is on a connection that has no route for ${operation}.${others}`;
  return { ...refuse(400, 'unsupported_endpoint', message), param: 'model' };
}

/** Whom to ask, in order; a refusal if that is nobody. */
function chooseMembers(asked: Asked, tools: Tools): readonly Member[] | Refusal {
  const able = asked.resolved.members.filter((member) => canServe(asked.operation, member, tools));
  if (able.length === 0) return refuseOperation(asked);
  const large = able.filter((member) => fitsWindow(asked.body, member.window));
  if (large.length === 0) {
    const window = Math.max(...able.map((member) => member.window ?? 0));
    return refuseOverflow({ asked, window, words: '' });
  }
  return leaveOutCooling(large, tools);
}

function isLarger(member: Member, than: Member, asked: Asked): boolean {
  if (member.window === undefined) return false;
  return member.window > (than.window ?? lowestEstimate(asked.body));
}

async function tryMember(asked: Asked, member: Member, tools: Tools): Promise<Tried | Refusal> {
  const prepared = await prepare(asked, member, tools);
  if (isRefusal(prepared)) return prepared;
  return sendAttempt({ asked, member, prepared, tools });
}

/** The one loop of this gateway: puts a question to the members in turn, until one answers or none is left. */
export async function answerInTurn(asked: Asked, tools: Tools): Promise<Outcome> {
  const chosen = chooseMembers(asked, tools);
  if (isRefusal(chosen)) return { result: chosen, attempts: [] };
  const { isAlias, onRefusal } = asked.resolved;
  const failed: FailedMember[] = [];
  const attempts: Attempt[] = [];
  let queue = chosen;
  let isRetried = false;
  while (queue.length > 0) {
    const [member] = queue;
    if (member === undefined) break;
    const rest = queue.slice(1);
    const tried = await tryMember(asked, member, tools);
    if (isRefusal(tried)) return { result: tried, attempts };
    if (tried.kind === 'delivered') {
      tools.health.succeeded(member);
      const { delivered } = tried;
      const isPassedOver = delivered.isRefused === true && onRefusal === 'next' && rest.length > 0;
      attempts.push({ model: member.id, kind: isPassedOver ? 'refusal' : 'ok', status: delivered.status });
      if (!isPassedOver) return { result: delivered, attempts };
      await giveUp(delivered);
      queue = rest;
      continue;
    }
    const { failure } = tried;
    tools.health.failed(member, failure);
    const last = { member, failure };
    failed.push(last);
    attempts.push(toAttempt(last));
    const decision = decide(failure, { operation: asked.operation, isAlias, isRetried, onRefusal });
    if (decision === 'stop') throw new Error('The caller hung up.');
    if (decision === 'return') return { result: withAttempts(explainFailure(last, asked), attempts), attempts };
    if (decision === 'retry') {
      isRetried = true;
      await tools.pause(retryPause.least + tools.random() * retryPause.spread, asked.signal);
      continue;
    }
    queue = decision === 'next' ? rest : rest.filter((next) => isLarger(next, member, asked));
  }
  return { result: withAttempts(explainExhausted(failed, asked), attempts), attempts };
}

function withAttempts(refusal: Refusal, attempts: readonly Attempt[]): Refusal {
  return { ...refusal, attempts };
}

/** What nobody reads must not keep its socket. Only a body that was begun lets go of its source when it is ended. */
async function giveUp({ body }: Delivered): Promise<void> {
  if (body instanceof Uint8Array) return;
  const pieces = body[Symbol.asyncIterator]();
  await pieces.next();
  await pieces.return?.(undefined);
}
