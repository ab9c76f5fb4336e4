import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { Json, JsonObject } from '../json.ts';

/** Answers of a server that the official clients never reach. */
function answerWith(body: string, type: string): typeof fetch {
  return () => Promise.resolve(new Response(body, { headers: { 'content-type': type } }));
}

/** What the client holds at the end, as plain JSON and without what it added itself. */
function toPlain(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value, (key, inner: Json) => (isOfClient(key) ? undefined : inner)));
}

const ofClient: ReadonlySet<string> = new Set([
  'output_text',
  'parsed',
  'parsed_arguments',
  'parsed_output',
  'output_parsed',
  '_request_id',
]);

function isOfClient(key: string): boolean {
  return ofClient.has(key);
}

const params = { model: 'lite', max_tokens: 100, messages: [{ role: 'user' as const, content: 'hi' }] };

/** The message that Anthropic's client makes of these events. */
export async function readByAnthropic(events: string): Promise<JsonObject> {
  const client = new Anthropic({ apiKey: 'none', maxRetries: 0, fetch: answerWith(events, 'text/event-stream') });
  return toPlain(await client.messages.stream(params).finalMessage());
}

/** The response that OpenAI's client makes of these events. */
export async function readByOpenai(events: string): Promise<JsonObject> {
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: answerWith(events, 'text/event-stream') });
  return toPlain(await client.responses.stream({ model: 'lite', input: 'hi' }).finalResponse());
}
