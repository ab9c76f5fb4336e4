import type { Answered } from './answer-request.ts';
import type { Sent } from './send-reply.ts';

export interface LogFacts {
  readonly method: string;
  /** undefined: the caller hung up before there was an answer. */
  readonly answered: Answered | undefined;
  /** undefined: the answer did not go out whole. */
  readonly sent: Sent | undefined;
  readonly ms: number;
}

function readCount(tail: string, names: string): number | undefined {
  const found = [...tail.matchAll(new RegExp(`"(?:${names})":\\s*(\\d+)`, 'gu'))].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** What an answer says at its end of the tokens that it cost. */
function readTokens(sent: Sent): { readonly in: number | undefined; readonly out: number | undefined } | undefined {
  const tail = sent.tail();
  const read = readCount(tail, 'prompt_tokens|input_tokens');
  const written = readCount(tail, 'completion_tokens|output_tokens');
  return read === undefined && written === undefined ? undefined : { in: read, out: written };
}

/** One line of JSON. Names of routes and models, numbers; never a key, a prompt, a body or a query. */
export function writeLogLine({ answered, method, ms, sent }: LogFacts): string {
  const reply = answered?.reply;
  const attempts = reply?.attempts?.map(({ kind, model }) => `${model}=${kind}`);
  return JSON.stringify({
    method,
    route: answered?.route,
    model: reply?.model,
    attempts,
    status: reply?.status ?? 499,
    ms,
    bytes: sent?.bytes ?? null,
    tokens: sent === undefined ? undefined : readTokens(sent),
  });
}
