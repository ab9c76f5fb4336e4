import { isObject, toList, toObject, toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import { fileParts, imageParts } from '../chat/media-parts.ts';
import type { RequestNotes } from '../chat/request-notes.ts';
import { textPart } from '../chat/write-thread.ts';

function readImage(source: JsonObject, notes: RequestNotes): readonly JsonObject[] {
  if (source['type'] === 'base64') {
    const type = toText(source['media_type']) ?? 'image/png';
    return imageParts(`data:${type};base64,${toText(source['data']) ?? ''}`, undefined, notes);
  }
  const url = toText(source['url']);
  if (source['type'] === 'url' && url !== undefined) return imageParts(url, undefined, notes);
  notes.warn('an image that is stored elsewhere was left out');
  return [];
}

function readDocument(block: JsonObject, notes: RequestNotes): readonly JsonObject[] {
  const source = toObject(block['source']);
  const title = toText(block['title']);
  const named = title === undefined ? [] : [textPart(title)];
  switch (source['type']) {
    case 'text':
      return [...named, textPart(toText(source['data']) ?? '')];
    case 'content':
      return [...named, ...readParts(source['content'], notes)];
    case 'base64': {
      const type = toText(source['media_type']) ?? 'application/pdf';
      return fileParts(`data:${type};base64,${toText(source['data']) ?? ''}`, title);
    }
    default:
      notes.warn('a document at an address was left out');
      return [];
  }
}

function readSearchResult(block: JsonObject, notes: RequestNotes): readonly JsonObject[] {
  const head = [block['title'], block['source']].flatMap((value) => toText(value) ?? []).join('\n');
  return [textPart(head), ...readParts(block['content'], notes)];
}

function readBlock(block: JsonObject, notes: RequestNotes): readonly JsonObject[] {
  switch (block['type']) {
    case 'text':
      return [textPart(toText(block['text']) ?? '')];
    case 'image':
      return readImage(toObject(block['source']), notes);
    case 'document':
      return readDocument(block, notes);
    case 'search_result':
      return readSearchResult(block, notes);
    case 'tool_reference':
      // The tool itself is among those that are offered.
      return [textPart(`Tool loaded: ${toText(block['tool_name']) ?? ''}`)];
    default:
      notes.warn(`content of type ${toText(block['type']) ?? 'unknown'} was left out`);
      return [];
  }
}

/** Content of a message, or of what a tool returned, as content parts of chat completions. */
export function readParts(content: Json | undefined, notes: RequestNotes): readonly JsonObject[] {
  if (typeof content === 'string') return [textPart(content)];
  return toList(content)
    .filter(isObject)
    .flatMap((block) => readBlock(block, notes));
}
