import { isObject, toList, toObject, toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import { readCallDelta } from './read-call.ts';
import { readUsage } from './read-usage.ts';
import type { ChatUsage } from './read-usage.ts';

export type SegmentKind = 'thinking' | 'text' | 'refusal' | 'call';

/** A stretch of an answer: some text of one kind, or one call of a tool. */
export interface Segment {
  readonly kind: SegmentKind;
  /** From 0, without gaps. */
  readonly index: number;
  /** Of a call; empty if the upstream gave none. */
  readonly id: string;
  /** Of the tool, as the upstream calls it. */
  readonly name: string;
  /** What there is of it so far; JSON text for a call. */
  readonly text: string;
}

/** One segment is open at a time: open, deltas, close; then the next. */
export type Step =
  | { readonly step: 'open' | 'close'; readonly segment: Segment }
  | { readonly step: 'delta'; readonly segment: Segment; readonly text: string };

export interface Ending {
  readonly finish: 'stop' | 'length' | 'tool' | 'filter';
  /** The stop sequence that was met, from upstreams that say it. */
  readonly stopSequence: string | undefined;
  readonly usage: ChatUsage;
}

/** Reads an answer of chat completions, in one piece or in chunks, and puts its pieces in order. */
export interface AnswerReader {
  push(chunk: JsonObject): readonly Step[];
  /** What was held back, and how the answer ended. */
  end(): { readonly steps: readonly Step[]; readonly ending: Ending };
}

interface Draft {
  kind: SegmentKind;
  index: number;
  id: string;
  name: string;
  text: string;
  /** The upstream's own number of the call. */
  place: number | undefined;
  isOpen: boolean;
  /** Characters of `text` that went out. */
  sent: number;
}

interface Reading {
  readonly drafts: Draft[];
  /** The first that is not closed. */
  live: number;
  /** White space that begins no text yet: it may be all there is between two calls. */
  blank: string;
  finish: string | undefined;
  stopSequence: string | undefined;
  usage: JsonObject;
}

function startDraft(reading: Reading, draft: Pick<Draft, 'kind' | 'text'> & Partial<Draft>): Draft {
  const blank = { id: '', name: '', place: undefined, isOpen: false, sent: 0 };
  const started = { ...blank, index: reading.drafts.length, ...draft };
  reading.drafts.push(started);
  return started;
}

function addText(reading: Reading, kind: SegmentKind, text: string): void {
  const last = reading.drafts.at(-1);
  if (last?.kind === kind) {
    last.text += text;
    return;
  }
  const whole = reading.blank + text;
  if (whole.trim() === '') {
    reading.blank = whole;
    return;
  }
  reading.blank = '';
  startDraft(reading, { kind, text: whole });
}

function addCall(reading: Reading, entry: Json): void {
  const delta = readCallDelta(entry);
  if (delta === undefined) return;
  const calls = reading.drafts.filter(({ kind }) => kind === 'call');
  const numbered = calls.findLast(({ place }) => delta.place !== undefined && place === delta.place);
  const named = calls.findLast(({ id }) => delta.id !== '' && id === delta.id);
  const found = delta.place === undefined ? (named ?? (delta.id === '' ? calls.at(-1) : undefined)) : numbered;
  // Some upstreams give every call the number 0: another name under another id is another call.
  const isOther =
    found !== undefined && delta.name !== '' && delta.id !== '' && found.id !== '' && found.id !== delta.id;
  const call =
    found === undefined || isOther
      ? startDraft(reading, { kind: 'call', text: '', id: delta.id, place: delta.place })
      : found;
  if (call.id === '') call.id = delta.id;
  if (call.name === '') call.name = delta.name;
  call.text += delta.text;
}

/** Bare text, or parts of it: Mistral sends thinking as a part of the content. */
function addContent(reading: Reading, content: Json | undefined): void {
  if (typeof content === 'string') addText(reading, 'text', content);
  for (const part of toList(content).filter(isObject)) {
    const thinking = part['thinking'];
    if (part['type'] === 'thinking') {
      const texts = typeof thinking === 'string' ? [thinking] : toList(thinking).map((one) => toObject(one)['text']);
      for (const text of texts) addText(reading, 'thinking', toText(text) ?? '');
    } else addText(reading, 'text', toText(part['text']) ?? '');
  }
}

function addDelta(reading: Reading, delta: JsonObject): void {
  addText(reading, 'thinking', toText(delta['reasoning_content']) ?? toText(delta['reasoning']) ?? '');
  addContent(reading, delta['content']);
  addText(reading, 'refusal', toText(delta['refusal']) ?? '');
  for (const entry of toList(delta['tool_calls'])) addCall(reading, entry);
}

/** Valid JSON is a whole call: nothing could follow it. */
function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function listSteps(reading: Reading, isLast: boolean): readonly Step[] {
  const steps: Step[] = [];
  for (let draft = reading.drafts[reading.live]; draft !== undefined; draft = reading.drafts[reading.live]) {
    if (!draft.isOpen) {
      if (draft.kind === 'call' && draft.name === '' && !isLast) break;
      draft.isOpen = true;
      steps.push({ step: 'open', segment: { ...draft, text: '' } });
    }
    if (draft.sent < draft.text.length) {
      steps.push({ step: 'delta', segment: { ...draft }, text: draft.text.slice(draft.sent) });
      draft.sent = draft.text.length;
    }
    const isFollowed = reading.live + 1 < reading.drafts.length;
    const isClosed = isLast || (isFollowed && (draft.kind !== 'call' || isWhole(draft.text)));
    if (!isClosed) break;
    steps.push({ step: 'close', segment: { ...draft } });
    reading.live += 1;
  }
  return steps;
}

const finishes: ReadonlyMap<string, Ending['finish']> = new Map([
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'filter'],
]);

function readEnding({ drafts, finish = 'stop', stopSequence, usage }: Reading): Ending {
  // Some say `stop` even though they call a tool.
  const whole = drafts.some(({ kind }) => kind === 'call') ? 'tool' : 'stop';
  return { finish: finishes.get(finish) ?? whole, stopSequence, usage: readUsage(usage) };
}

export function readAnswer(): AnswerReader {
  const reading: Reading = { drafts: [], live: 0, blank: '', finish: undefined, stopSequence: undefined, usage: {} };
  return {
    push: (chunk) => {
      if (isObject(chunk['usage'])) reading.usage = chunk['usage'];
      const choice = toObject(toList(chunk['choices'])[0]);
      const isFresh = reading.drafts.length === 0;
      // The whole message in one piece: what is not streamed, and what some send in their only chunk.
      const delta = isObject(choice['delta']) || !isFresh ? choice['delta'] : choice['message'];
      if (Number(choice['index'] ?? 0) === 0) addDelta(reading, toObject(delta));
      reading.finish = toText(choice['finish_reason']) ?? reading.finish;
      reading.stopSequence = toText(choice['stop_reason']) ?? reading.stopSequence;
      return listSteps(reading, false);
    },
    end: () => ({ steps: listSteps(reading, true), ending: readEnding(reading) }),
  };
}
