import { isFailure } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { displayUrl } from '@modelrack/http';
import type { OpenResponse } from '@modelrack/http';
import { callStream, parseJson } from './call.ts';
import { explainCall } from './explain-call.ts';
import { isRecord } from '@modelrack/json';
import { numberOf, recordsOf, textOf } from './json.ts';
import { readEvents } from './read-events.ts';
import { patient } from './types.ts';
import type { CallOptions, Gateway } from './types.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
}

export interface ChatUsage {
  readonly input: number | undefined;
  readonly output: number | undefined;
}

export type ChatEvent =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | {
      readonly type: 'end';
      /** Who answered, as the gateway says. */
      readonly model: string | undefined;
      /** `length`: cut at the limit. */
      readonly finishReason: string | undefined;
      readonly usage: ChatUsage | undefined;
    };

/**
 * Asks a chat model and hands out the answer as it comes; `end` is the last event. Leaving the loop ends the request.
 * @throws RackError, also in the middle of an answer
 */
export async function* streamChat(
  gateway: Gateway,
  asked: ChatRequest,
  options: CallOptions = {},
): AsyncGenerator<ChatEvent> {
  const response = await callStream(gateway, {
    route: '/chat/completions',
    json: {
      model: asked.model,
      messages: asked.messages,
      stream: true,
      ...(asked.maxTokens === undefined ? {} : { max_tokens: asked.maxTokens }),
      ...(asked.temperature === undefined ? {} : { temperature: asked.temperature }),
    },
    accept: 'text/event-stream, application/json',
    timeouts: patient,
    ...options,
  });
  const answer = { model: undefined, finishReason: undefined, usage: undefined, isBegun: false, isWhole: false };
  yield* readAnswer(response, gateway.key, answer);
}

interface Answer {
  model: string | undefined;
  finishReason: string | undefined;
  usage: ChatUsage | undefined;
  /** Something of an answer came, be it empty. */
  isBegun: boolean;
  isWhole: boolean;
}

async function* readAnswer(response: OpenResponse, key: string | undefined, answer: Answer): AsyncGenerator<ChatEvent> {
  for await (const data of readEvents(response)) {
    if (data.trim() === '[DONE]') {
      answer.isWhole = true;
      break;
    }
    const chunk = parseJson(data);
    if (chunk === undefined) throw broken(response, 'a part of the answer is not JSON');
    if (isFailure(chunk)) throw explainCall({ status: 200, text: data, url: response.url, key });
    yield* eventsOf(chunk, answer);
  }
  if (!answer.isBegun) throw broken(response, 'the response contains no answer');
  // Some gateways leave the last line out.
  if (!answer.isWhole && answer.finishReason === undefined) throw broken(response, 'the answer breaks off');
  const { model, finishReason, usage } = answer;
  yield { type: 'end', model, finishReason, usage };
}

function* eventsOf(chunk: unknown, answer: Answer): Generator<ChatEvent> {
  if (!isRecord(chunk)) return;
  answer.model = textOf(chunk['model']) ?? answer.model;
  answer.usage = usageOf(chunk['usage']) ?? answer.usage;
  const [choice] = recordsOf(chunk['choices']);
  if (choice === undefined) return;
  answer.isBegun = true;
  answer.finishReason = textOf(choice['finish_reason']) ?? answer.finishReason;
  // A gateway that does not stream sends the whole message.
  const part = isRecord(choice['delta']) ? choice['delta'] : choice['message'];
  if (!isRecord(part)) return;
  const reasoning = textOf(part['reasoning_content']) ?? textOf(part['reasoning']);
  if (reasoning !== undefined) yield { type: 'reasoning', text: reasoning };
  const text = contentOf(part['content']);
  if (text !== '') yield { type: 'text', text };
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return recordsOf(content)
    .map((part) => textOf(part['text']) ?? '')
    .join('');
}

function usageOf(usage: unknown): ChatUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const input = numberOf(usage['prompt_tokens']);
  const output = numberOf(usage['completion_tokens']);
  return input === undefined && output === undefined ? undefined : { input, output };
}

function broken({ url }: OpenResponse, message: string): RackError {
  return new RackError('broken-body', message, { path: displayUrl(url), hint: 'ask again' });
}
