import { toText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { formatEvent, streamEnd } from '../../format-sse.ts';
import { readAnswer } from '../chat/read-answer.ts';
import type { Ending, Step } from '../chat/read-answer.ts';
import type { AnswerFacts, StreamFailure, StreamMachine } from '../types.ts';
import { echoRequest } from './echo-request.ts';
import { nameResponsesTools } from './read-tools.ts';
import { writeStepEvents } from './write-events.ts';
import { numberItems } from './write-items.ts';
import type { ResponseEvent } from './write-items.ts';

function writeUsage({ input, cached, output, reasoning }: Ending['usage']): JsonObject {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

interface Started {
  readonly response: JsonObject;
  readonly created: number;
}

/** The response before anything was generated; `head` is the upstream's answer or its first chunk. */
function startResponse(head: JsonObject, asked: JsonObject, facts: AnswerFacts): Started {
  const created = typeof head['created'] === 'number' && head['created'] > 0 ? head['created'] : facts.created;
  const response = {
    id: `resp_${facts.seed}`,
    object: 'response',
    created_at: created,
    completed_at: null,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model: toText(head['model']) || facts.model,
    output: [],
    usage: null,
    ...echoRequest(asked),
  };
  return { response, created };
}

const incomplete: Readonly<Partial<Record<Ending['finish'], string>>> = {
  length: 'max_output_tokens',
  filter: 'content_filter',
};

function endResponse({ response, created }: Started, { finish, usage }: Ending, output: readonly JsonObject[]) {
  const reason = incomplete[finish];
  return {
    ...response,
    completed_at: reason === undefined ? created : null,
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage: writeUsage(usage),
  };
}

/** Cut is the last item only: those before it were followed by another. */
function isCutAt(steps: readonly Step[], step: Step, ending: Ending): boolean {
  return ending.finish in incomplete && step === steps.at(-1);
}

/** A whole chat completion as a response. */
export function writeResponse(answer: JsonObject, asked: JsonObject, facts: AnswerFacts): JsonObject {
  const reader = readAnswer();
  const items = numberItems(nameResponsesTools(asked), facts);
  const first = reader.push(answer);
  const { steps: rest, ending } = reader.end();
  const steps = [...first, ...rest].filter(({ step }) => step === 'close');
  const output = steps.map((step) => items.finish(step.segment, isCutAt(steps, step, ending)));
  return endResponse(startResponse(answer, asked, facts), ending, output);
}

/** Numbers events and formats them; after the last one nothing comes. */
function openPen() {
  let sequence = 0;
  let isOver = false;
  return {
    write: (events: readonly ResponseEvent[]): readonly string[] => {
      if (isOver) return [];
      return events.map(({ type, ...rest }) => formatEvent({ type, sequence_number: sequence++, ...rest }));
    },
    close: () => {
      isOver = true;
    },
  };
}

/** The same as events. */
export function streamResponse(asked: JsonObject, facts: AnswerFacts): StreamMachine {
  const reader = readAnswer();
  const items = numberItems(nameResponsesTools(asked), facts);
  const pen = openPen();
  const output: JsonObject[] = [];
  let started: Started | undefined;
  const start = (head: JsonObject): readonly ResponseEvent[] => {
    if (started !== undefined) return [];
    started = startResponse(head, asked, facts);
    const { response } = started;
    return [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
    ];
  };
  const write = (steps: readonly Step[], ending?: Ending): readonly ResponseEvent[] =>
    steps.flatMap((step) => {
      const isCut = ending !== undefined && isCutAt(steps, step, ending);
      if (step.step === 'close') output.push(items.finish(step.segment, isCut));
      return writeStepEvents(step, items, isCut);
    });
  return {
    push: (chunk) => pen.write([...start(chunk), ...write(reader.push(chunk))]),
    end: () => {
      const opening = start({});
      const { steps, ending } = reader.end();
      const events = write(steps, ending);
      const response = endResponse(started ?? startResponse({}, asked, facts), ending, output);
      const last = pen.write([...opening, ...events, { type: `response.${response.status}`, response }]);
      pen.close();
      // Open Responses requires the mark at the end; clients of OpenAI's own service skip it.
      return last.length === 0 ? [] : [...last, streamEnd];
    },
    fail: ({ code, message }: StreamFailure) => {
      const opening = start({});
      const failed = { status: 'failed', error: { code, message }, output };
      const response = { ...started?.response, ...failed };
      const last = pen.write([...opening, { type: 'response.failed', response }]);
      pen.close();
      return last;
    },
  };
}
