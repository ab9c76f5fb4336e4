/** What a user can make the demo do by writing `demo:…` into a message. */
export interface Directives {
  /** `demo:status=429`: answer with this error status. */
  readonly status: number | undefined;
  /** `demo:delay=500`: milliseconds before the answer, at most a minute. */
  readonly delayMs: number | undefined;
  /** `demo:tool` or `demo:tool=NAME`: call the first tool, or that one. */
  readonly tool: string | undefined;
  /** `demo:cut`: break the stream off half-way. */
  readonly isCut: boolean;
  /** `demo:fail`: a video job that fails. */
  readonly isFailure: boolean;
  /** `demo:reasoning`: say something under the heading of reasoning first. */
  readonly isReasoned: boolean;
}

const longestDelayMs = 60_000;

export function readDirectives(text: string): Directives {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(
    /(?<![\w/])demo:(status|delay|tool|cut|fail|reasoning)\b(?:=([\w.-]+))?/gu,
  )) {
    found.set(name, value);
  }
  const status = Number(found.get('status'));
  const delay = Number(found.get('delay'));
  return {
    status: status >= 400 && status <= 599 ? Math.trunc(status) : undefined,
    delayMs: delay > 0 ? Math.min(delay, longestDelayMs) : undefined,
    tool: found.get('tool'),
    isCut: found.has('cut'),
    isFailure: found.has('fail'),
    isReasoned: found.has('reasoning'),
  };
}
