import { refuse } from '../../refusal.ts';
import type { JsonObject } from '../../json.ts';
import type { RequestNotes } from './request-notes.ts';

/** A `file:` address names a file of another machine than the one that would read it. */
function isSendable(url: string): boolean {
  return /^(?:https?:\/\/|data:)/iu.test(url);
}

/** An image as a content part of chat completions. */
export function imageParts(url: string, detail: string | undefined, notes: RequestNotes): readonly JsonObject[] {
  if (!isSendable(url)) {
    notes.refuse(refuse(400, 'invalid_value', 'An image must be a data URL or at an http address.'));
    return [];
  }
  return [{ type: 'image_url', image_url: detail === undefined ? { url } : { url, detail } }];
}

/** A file as a content part; only as data, for chat completions take no address of one. */
export function fileParts(data: string, name: string | undefined): readonly JsonObject[] {
  return [{ type: 'file', file: { filename: name ?? 'document.pdf', file_data: data } }];
}
