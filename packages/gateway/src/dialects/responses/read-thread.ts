import { isObject, toList, toObject, toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import { refuseField } from '../../refusal.ts';
import { fileParts, imageParts } from '../chat/media-parts.ts';
import type { RequestNotes } from '../chat/request-notes.ts';
import type { ToolNames } from '../chat/tool-names.ts';
import { textPart } from '../chat/write-thread.ts';
import type { ThreadEntry } from '../chat/write-thread.ts';

export interface Reading {
  readonly names: ToolNames;
  readonly notes: RequestNotes;
}

function readImage(part: JsonObject, notes: RequestNotes): readonly JsonObject[] {
  const url = toText(part['image_url']);
  const detail = toText(part['detail']);
  if (url !== undefined) return imageParts(url, detail === 'auto' ? undefined : detail, notes);
  notes.warn('an image that is stored elsewhere was left out');
  return [];
}

function readFile(part: JsonObject, notes: RequestNotes): readonly JsonObject[] {
  const data = toText(part['file_data']);
  if (data !== undefined) return fileParts(data, toText(part['filename']));
  notes.warn('a file at an address was left out');
  return [];
}

function readPart(part: JsonObject, notes: RequestNotes): readonly JsonObject[] {
  switch (part['type']) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return [textPart(toText(part['text']) ?? '')];
    case 'refusal':
      return [textPart(toText(part['refusal']) ?? '')];
    case 'input_image':
      return readImage(part, notes);
    case 'input_file':
      return readFile(part, notes);
    case 'input_audio':
      return [{ type: 'input_audio', input_audio: part['input_audio'] ?? {} }];
    default:
      notes.warn(`content of type ${toText(part['type']) ?? 'unknown'} was left out`);
      return [];
  }
}

function readParts(content: Json | undefined, notes: RequestNotes): readonly JsonObject[] {
  if (typeof content === 'string') return [textPart(content)];
  return toList(content)
    .filter(isObject)
    .flatMap((part) => readPart(part, notes));
}

function readMessage({ role, content }: JsonObject, notes: RequestNotes): ThreadEntry {
  const parts = readParts(content, notes);
  if (role !== 'assistant') return { kind: role === 'user' ? 'user' : 'system', parts };
  const texts = parts.flatMap(({ text }) => toText(text) ?? []);
  return { kind: 'assistant', texts: [texts.join('')], calls: [] };
}

function readCall(item: JsonObject, { names }: Reading): ThreadEntry {
  const namespace = toText(item['namespace']);
  const name = names.toChat({
    name: toText(item['name']) ?? '',
    ...(namespace === undefined ? {} : { namespace }),
  });
  const input =
    item['type'] === 'custom_tool_call'
      ? JSON.stringify({ input: toText(item['input']) ?? '' })
      : toText(item['arguments']) || '{}';
  return { kind: 'assistant', texts: [], calls: [{ id: toText(item['call_id']) ?? '', name, arguments: input }] };
}

/** Items that mean something to their provider only: their text is sealed, or they ran there. */
function isForeign(type: string): boolean {
  return type === 'reasoning' || type.startsWith('compaction') || type.endsWith('_call') || type.endsWith('_output');
}

function readItem(item: JsonObject, reading: Reading): readonly ThreadEntry[] {
  const { notes } = reading;
  const type = toText(item['type']) ?? 'message';
  switch (type) {
    case 'message':
      return [readMessage(item, notes)];
    case 'function_call':
    case 'custom_tool_call':
      return [readCall(item, reading)];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [{ kind: 'result', id: toText(item['call_id']) ?? '', parts: readParts(item['output'], notes) }];
    case 'item_reference':
      notes.refuse(refuseField('input', 'item_reference is not supported: this gateway stores no responses.'));
      return [];
    default:
      // Reasoning comes with every turn, and losing it is no news.
      if (type !== 'reasoning') notes.warn(`item of type ${isForeign(type) ? type : 'unknown'} was left out`);
      return [];
  }
}

/** Instructions and input. */
export function readThread(body: JsonObject, reading: Reading): readonly ThreadEntry[] {
  const instructions: ThreadEntry = { kind: 'system', parts: readParts(body['instructions'], reading.notes) };
  const { input } = body;
  if (typeof input === 'string') return [instructions, { kind: 'user', parts: [textPart(input)] }];
  const items = toList(input).map(toObject);
  return [instructions, ...items.flatMap((item) => readItem(item, reading))];
}
