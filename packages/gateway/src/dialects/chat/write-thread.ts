import { toText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';

export interface ThreadCall {
  readonly id: string;
  /** As the upstream calls the tool. */
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

export interface ThreadResult {
  readonly kind: 'result';
  /** Of the call. */
  readonly id: string;
  readonly parts: readonly JsonObject[];
}

/** A piece of a thread of any wire; `parts` are content parts of chat completions. */
export type ThreadEntry =
  | { readonly kind: 'system' | 'user'; readonly parts: readonly JsonObject[] }
  | { readonly kind: 'assistant'; readonly texts: readonly string[]; readonly calls: readonly ThreadCall[] }
  | ThreadResult;

const unanswered = 'This call has no result: it was interrupted.';

export function textPart(text: string): JsonObject {
  return { type: 'text', text };
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

function readTexts(parts: readonly JsonObject[]): readonly string[] {
  return parts.flatMap(({ type, text }) => (type === 'text' ? (toText(text) ?? []) : []));
}

/** Bare text where there is nothing else: not every upstream takes a list. */
function writeContent(parts: readonly JsonObject[]): string | readonly JsonObject[] {
  return parts.every(({ type }) => type === 'text') ? joinTexts(readTexts(parts)) : parts;
}

interface Turn {
  texts: string[];
  calls: ThreadCall[];
}

interface Pen {
  readonly messages: JsonObject[];
  readonly results: Map<string, ThreadResult[]>;
  readonly written: Set<ThreadResult>;
  /** What the user says next, or the system: neighbours become one message. */
  said: { role: 'system' | 'user'; parts: JsonObject[] } | undefined;
  turn: Turn | undefined;
}

function flushSaid(pen: Pen): void {
  const { said } = pen;
  pen.said = undefined;
  if (said === undefined) return;
  const content = writeContent(said.parts);
  if (content.length > 0) pen.messages.push({ role: said.role, content });
}

function say(pen: Pen, role: 'system' | 'user', parts: readonly JsonObject[]): void {
  flushTurn(pen);
  if (pen.said?.role !== role) flushSaid(pen);
  pen.said ??= { role, parts: [] };
  pen.said.parts.push(...parts);
}

/** The answer to a call, in the order in which answers to this id came. */
function takeResult(pen: Pen, id: string): readonly JsonObject[] {
  const result = pen.results.get(id)?.shift();
  if (result === undefined) return [textPart(unanswered)];
  pen.written.add(result);
  return result.parts;
}

/** Writes a turn of the assistant and, right behind it, what its calls returned: upstreams insist on both. */
function flushTurn(pen: Pen): void {
  const { turn } = pen;
  pen.turn = undefined;
  if (turn === undefined) return;
  const text = joinTexts(turn.texts);
  if (text === '' && turn.calls.length === 0) return;
  const calls = turn.calls.map(({ id, name, arguments: input }) => ({
    id,
    type: 'function',
    function: { name, arguments: input },
  }));
  const called = calls.length === 0 ? {} : { tool_calls: calls };
  pen.messages.push({ role: 'assistant', content: text === '' ? null : text, ...called });
  const shown: JsonObject[] = [];
  for (const { id, name } of turn.calls) {
    const parts = takeResult(pen, id);
    pen.messages.push({ role: 'tool', tool_call_id: id, content: joinTexts(readTexts(parts)) });
    // A result is text only here: what can be looked at follows as if the user had sent it.
    const files = parts.filter(({ type }) => type !== 'text');
    if (files.length > 0) shown.push(textPart(`Returned by ${name}:`), ...files);
  }
  if (shown.length > 0) say(pen, 'user', shown);
}

function write(pen: Pen, entry: ThreadEntry): void {
  if (entry.kind === 'assistant') {
    flushSaid(pen);
    pen.turn ??= { texts: [], calls: [] };
    pen.turn.texts.push(...entry.texts);
    pen.turn.calls.push(...entry.calls);
    return;
  }
  flushTurn(pen);
  if (entry.kind !== 'result') {
    say(pen, entry.kind, entry.parts);
    return;
  }
  // The thread was cut before its call: upstreams refuse a lone answer, but it may hold what the model has to know.
  if (!pen.written.has(entry)) say(pen, 'user', [textPart('Result of an earlier tool call:'), ...entry.parts]);
}

/**
 * Messages of chat completions: turns of the assistant that touch are one, every call is answered at once and in
 * order, and neighbours of the same speaker are joined.
 */
export function writeThread(entries: readonly ThreadEntry[]): readonly JsonObject[] {
  const results = new Map<string, ThreadResult[]>();
  for (const entry of entries) {
    if (entry.kind !== 'result') continue;
    const same = results.get(entry.id);
    if (same === undefined) results.set(entry.id, [entry]);
    else same.push(entry);
  }
  const pen: Pen = { messages: [], results, written: new Set(), said: undefined, turn: undefined };
  for (const entry of entries) write(pen, entry);
  flushTurn(pen);
  flushSaid(pen);
  return pen.messages;
}
