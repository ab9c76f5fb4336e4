import { refuse } from '../refusal.ts';
import type { Attempt, Refusal } from '../refusal.ts';
import type { Asked } from '../attempt/asked.ts';
import type { Failure, FailureKind } from '../failure/types.ts';
import type { Member } from '../provider.ts';
import { refuseOverflow } from './window.ts';

export interface FailedMember {
  readonly member: Member;
  readonly failure: Failure;
}

interface Told {
  readonly status: number;
  readonly code: string;
}

/** What a failure of a pinned model becomes. Upstream trouble with our key must not look like the caller's own. */
const told: Readonly<Record<FailureKind, Told>> = {
  unreachable: { status: 502, code: 'upstream_unreachable' },
  timeout: { status: 504, code: 'upstream_timeout' },
  server: { status: 502, code: 'upstream_error' },
  rate: { status: 429, code: 'rate_limit_exceeded' },
  quota: { status: 402, code: 'insufficient_quota' },
  auth: { status: 424, code: 'upstream_auth' },
  gone: { status: 404, code: 'model_not_found' },
  window: { status: 400, code: 'context_length_exceeded' },
  capability: { status: 400, code: 'unsupported_parameter' },
  request: { status: 400, code: 'invalid_request' },
  refusal: { status: 400, code: 'content_filter' },
  cancelled: { status: 499, code: 'cancelled' },
};

const keepsStatus: ReadonlySet<FailureKind> = new Set(['server', 'capability', 'request', 'refusal']);

function describe({ failure, member }: FailedMember): string {
  const { kind, error, status } = failure;
  const words = error?.message === undefined || error.message === '' ? '' : `: ${error.message}`;
  const { name } = member.connection;
  if (kind === 'unreachable') return `The connection ${name} cannot be reached${words}.`;
  if (kind === 'timeout') return `${member.id} did not answer in time.`;
  if (kind === 'auth')
    return `The provider refused the key of the connection ${name} (${status ?? 'no status'})${words}`;
  if (kind === 'quota') return `The account of the connection ${name} is out of credit${words}`;
  if (kind === 'rate') return `${member.id} is limiting requests${words}`;
  if (kind === 'gone') return `The connection ${name} does not have the model ${member.model}${words}`;
  return `${member.id} answered${status === undefined ? '' : ` ${status}`}${words === '' ? ' without a reason' : words}`;
}

function statusOf({ kind, status }: Failure): number {
  const usual = told[kind].status;
  return keepsStatus.has(kind) && status !== undefined && status >= 400 && status < 600 ? status : usual;
}

/** Whole seconds, at least one. */
function waitHeader(milliseconds: number | undefined): Readonly<Record<string, string>> {
  return milliseconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) };
}

/** The answer to whoever asked for this model, and no other. */
export function explainFailure(failed: FailedMember, asked: Asked): Refusal {
  const { failure, member } = failed;
  const { error, kind, retryAfter } = failure;
  if (kind === 'window') return refuseOverflow({ asked, window: member.window, words: error?.message ?? '' });
  const isOwn = kind === 'request' || kind === 'capability' || kind === 'refusal';
  const refusal = refuse(statusOf(failure), (isOwn ? error?.code : undefined) ?? told[kind].code, describe(failed));
  return {
    ...refusal,
    ...(isOwn && error?.type !== undefined ? { type: error.type } : {}),
    ...(isOwn && error?.param !== undefined ? { param: error.param } : {}),
    ...(kind === 'rate' || kind === 'server' ? { headers: waitHeader(retryAfter) } : {}),
  };
}

/** Nobody of the chain answered. */
export function explainExhausted(all: readonly FailedMember[], asked: Asked): Refusal {
  const kinds = new Set(all.map(({ failure }) => failure.kind));
  const last = all.at(-1);
  const only = kinds.size === 1 ? last?.failure.kind : undefined;
  if (last !== undefined && (last.failure.kind === 'window' || only === 'capability'))
    return explainFailure(last, asked);
  const name = asked.resolved.asked;
  const reasons = all.map((failed) => describe(failed).replace(/\.?$/u, '')).join('; ');
  const message = `No model of ${JSON.stringify(name)} could answer. ${reasons}.`;
  if (only !== 'rate') return refuse(503, 'no_model_available', message);
  const waits = all.flatMap(({ failure }) => failure.retryAfter ?? []);
  const wait = waits.length === 0 ? undefined : Math.min(...waits);
  return { ...refuse(429, 'rate_limit_exceeded', message), headers: waitHeader(wait) };
}

export function toAttempt({ failure, member }: FailedMember): Attempt {
  return { model: member.id, kind: failure.kind, status: failure.status };
}
