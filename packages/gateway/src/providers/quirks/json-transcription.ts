import { extname } from 'node:path';
import { isObject, toText } from '../../json.ts';
import { writeJson } from '../../media/write-json.ts';
import { refuse, refuseField } from '../../refusal.ts';
import type { Adapter, FormFile } from '../../provider.ts';

/** Base64 makes a third more of it, and all of it is in memory. */
const largestFile = 25 * 1024 * 1024;
const passed: readonly string[] = ['language', 'prompt', 'temperature'];

async function readBase64(file: FormFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.chunks()) pieces.push(piece);
  return Buffer.concat(pieces).toString('base64');
}

/** `wav`, from the name of the file, else from its type. */
function readFormat({ contentType, fileName }: FormFile): string {
  const named = extname(fileName).slice(1).toLowerCase();
  const type = contentType?.replace(/^audio\/(?:x-)?/u, '').replace(/;.*$/su, '') ?? '';
  const format = named === '' ? type : named;
  if (format === 'mpeg') return 'mp3';
  return format === '' ? 'wav' : format;
}

/** OpenRouter, from its documentation: JSON with the audio as base64 instead of a form, and JSON back. */
export const jsonTranscription: Adapter = {
  request: async ({ body, model }) => {
    const file = body.form?.files.find(({ name }) => name === 'file');
    if (file === undefined) return refuseField('file', 'file is missing: send the audio as a file of the form.');
    if (file.size > largestFile) {
      return refuse(413, 'request_too_large', 'The audio is larger than the 25 MB that go to this upstream.');
    }
    const fields = body.form?.fields ?? new Map<string, string>();
    const format = fields.get('response_format') ?? 'json';
    if (format !== 'json' && format !== 'text') {
      return refuseField('response_format', 'This upstream answers in json and text only.');
    }
    const rest = Object.fromEntries(
      passed.flatMap((name) => (fields.has(name) ? [[name, fields.get(name) ?? '']] : [])),
    );
    const audio = { data: await readBase64(file), format: readFormat(file) };
    return { path: '/audio/transcriptions', body: writeJson({ ...rest, model, input_audio: audio }) };
  },
  response: (answer, { body }) => {
    const json = isObject(answer) ? answer : {};
    return body.form?.fields.get('response_format') === 'text' ? `${toText(json['text']) ?? ''}\n` : json;
  },
};
