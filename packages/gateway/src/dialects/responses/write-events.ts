import type { JsonObject } from '../../json.ts';
import type { Segment, Step } from '../chat/read-answer.ts';
import { readInput, writePart } from './write-items.ts';
import type { Items, ResponseEvent } from './write-items.ts';

const families = { thinking: 'response.reasoning_text', text: 'response.output_text', refusal: 'response.refusal' };

/** `logprobs` belong to text alone. */
function nameExtras(kind: Segment['kind']): JsonObject {
  return kind === 'text' ? { logprobs: [] } : {};
}

function nameWhole(segment: Segment): JsonObject {
  return segment.kind === 'refusal' ? { refusal: segment.text } : { text: segment.text };
}

interface Place extends JsonObject {
  readonly item_id: string;
  readonly output_index: number;
}

function openItem(segment: Segment, item: JsonObject, place: Place): readonly ResponseEvent[] {
  const added = { type: 'response.output_item.added', output_index: segment.index, item };
  if (segment.kind === 'call') return [added];
  return [added, { type: 'response.content_part.added', ...place, content_index: 0, part: writePart(segment, '') }];
}

function writeDelta({ kind }: Segment, delta: string, item: JsonObject): ResponseEvent | undefined {
  const place = { item_id: String(item['id']), output_index: 0 };
  if (kind !== 'call')
    return { type: `${families[kind]}.delta`, ...place, content_index: 0, delta, ...nameExtras(kind) };
  // The bare text of a freeform tool is known only when its JSON is whole.
  if (item['type'] === 'custom_tool_call') return undefined;
  return { type: 'response.function_call_arguments.delta', ...place, delta };
}

function closeContent(segment: Segment, item: JsonObject, place: Place): readonly ResponseEvent[] {
  const { kind, text } = segment;
  if (kind !== 'call') {
    const spot = { ...place, content_index: 0 };
    return [
      { type: `${families[kind]}.done`, ...spot, ...nameWhole(segment), ...nameExtras(kind) },
      { type: 'response.content_part.done', ...spot, part: writePart(segment, text) },
    ];
  }
  if (item['type'] === 'custom_tool_call') {
    const input = readInput(text);
    return [
      { type: 'response.custom_tool_call_input.delta', ...place, delta: input },
      { type: 'response.custom_tool_call_input.done', ...place, input },
    ];
  }
  return [{ type: 'response.function_call_arguments.done', ...place, name: item['name'] ?? '', arguments: text }];
}

/** The events of one step. `isCut`: the answer ends at its limit, with this one. */
export function writeStepEvents(step: Step, items: Items, isCut: boolean): readonly ResponseEvent[] {
  const { segment } = step;
  const { index } = segment;
  const begun = items.begin(segment);
  const place = { item_id: String(begun['id']), output_index: index };
  if (step.step === 'open') return openItem(segment, begun, place);
  if (step.step === 'delta') {
    const event = writeDelta(segment, step.text, begun);
    return event === undefined ? [] : [{ ...event, ...place }];
  }
  const item = items.finish(segment, isCut);
  return [...closeContent(segment, item, place), { type: 'response.output_item.done', output_index: index, item }];
}
