import { isObject, toText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { bridgeSeal } from '../bridge-seal.ts';
import type { Segment } from '../chat/read-answer.ts';
import { chooseCallId, parseArguments } from '../chat/read-call.ts';
import type { ToolNames } from '../chat/tool-names.ts';
import type { AnswerFacts } from '../types.ts';

export type ResponseEvent = JsonObject & { readonly type: string };

/** Items of one answer. */
export interface Items {
  /** Before anything is in it. */
  begin(segment: Segment): JsonObject;
  /** `isCut`: the answer ended at its limit, within this item. */
  finish(segment: Segment, isCut: boolean): JsonObject;
}

/** The bare text for a freeform tool; arguments that are none of ours are it themselves. */
export function readInput(text: string): string {
  const parsed = parseArguments(text);
  return (isObject(parsed) ? toText(parsed['input']) : undefined) ?? text;
}

export function numberItems(names: ToolNames, { seed }: AnswerFacts): Items {
  const ids = new Map<number, string>();
  const nameCall = ({ index, id, name }: Segment): JsonObject => {
    const callId = ids.get(index) ?? chooseCallId(id, new Set(ids.values()), `call_${seed}${index}`);
    ids.set(index, callId);
    const tool = names.fromChat(name);
    const group = tool.namespace === undefined ? {} : { namespace: tool.namespace };
    const type = tool.isFreeform === true ? 'custom_tool_call' : 'function_call';
    const prefix = tool.isFreeform === true ? 'ctc' : 'fc';
    return { id: `${prefix}_${seed}${index}`, type, call_id: callId, name: tool.name, ...group };
  };
  const write = (segment: Segment, status: string): JsonObject => {
    const { index, kind, text } = segment;
    const content = writeParts(segment);
    if (kind === 'thinking') {
      return { id: `rs_${seed}${index}`, type: 'reasoning', summary: [], content, encrypted_content: bridgeSeal };
    }
    if (kind !== 'call') return { id: `msg_${seed}${index}`, type: 'message', status, role: 'assistant', content };
    const call = { ...nameCall(segment), status };
    const isFreeform = names.fromChat(segment.name).isFreeform === true;
    return isFreeform ? { ...call, input: readInput(text) } : { ...call, arguments: text };
  };
  return {
    begin: (segment) => write({ ...segment, text: '' }, 'in_progress'),
    finish: (segment, isCut) => write(segment, isCut ? 'incomplete' : 'completed'),
  };
}

function writeParts(segment: Segment): readonly JsonObject[] {
  return segment.text === '' ? [] : [writePart(segment, segment.text)];
}

/** The only part of a message, or of reasoning. */
export function writePart({ kind }: Segment, text: string): JsonObject {
  if (kind === 'thinking') return { type: 'reasoning_text', text };
  if (kind === 'refusal') return { type: 'refusal', refusal: text };
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}
