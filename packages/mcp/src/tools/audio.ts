import { markLength, mediaTypeOf, speak, transcribe } from '@modelrack/client';
import { RackError } from '@modelrack/errors';
import { open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { placeFor } from '../answers/media-place.ts';
import { defineMcpTool, makes, type Tool } from '../tool.ts';
import { fileFields, modelField, nameField, nextField, pendingAnswer, stateField } from './fields.ts';

const speech = defineMcpTool({
  name: 'speech',
  title: 'Text to speech',
  description: 'Read a text aloud (text to speech, TTS, voice) into an audio file; answers with its path.',
  annotations: makes,
  input: {
    text: z.string().min(1),
    voice: z.string().optional().describe('Default alloy'),
    model: modelField('speech'),
    format: z.enum(['mp3', 'wav', 'opus', 'aac', 'flac', 'pcm']).optional(),
    filename: nameField,
  },
  output: { status: stateField, ...fileFields, next: nextField },
  async run(call, { text: input, voice, model: asked, format, filename }) {
    const target = placeFor(call.host.mediaFolder, 'speech', filename);
    const model = await call.modelFor('speech', asked);
    const request = { model, input, voice, format };
    const delivery = await call.order({
      key: JSON.stringify([request, filename]),
      endsWithCaller: false,
      run: (signal) => speak(call.gateway, request, { target, signal }),
    });
    return delivery.isDone ? { value: { status: 'done', ...delivery.result, model } } : pendingAnswer('speech');
  },
});

const transcribeTool = defineMcpTool({
  name: 'transcribe',
  title: 'Transcribe audio',
  description: 'Transcribe speech in an audio or video file to text (speech to text, dictation, subtitles).',
  annotations: makes,
  input: {
    path: z.string().min(1).describe('Absolute path of the recording'),
    language: z.string().optional().describe('ISO 639-1, for example en'),
    prompt: z.string().optional().describe('Names and words that occur'),
    model: modelField('transcription'),
  },
  output: { status: stateField, text: z.string().optional(), model: z.string().optional(), next: nextField },
  async run(call, { path: file, language, prompt, model: asked }) {
    await assertRecording(file);
    const model = await call.modelFor('transcription', asked);
    const request = { model, file, language, prompt };
    const delivery = await call.order({
      key: JSON.stringify(request),
      endsWithCaller: true,
      run: (signal) => transcribe(call.gateway, request, { signal }),
    });
    if (!delivery.isDone) return pendingAnswer('transcribe');
    return { value: { status: 'done', text: delivery.result, model } };
  },
});

export const audio: readonly Tool[] = [speech, transcribeTool];

/** A model that was talked into it must not send a key file to the gateway. */
async function assertRecording(file: string): Promise<void> {
  if (!isAbsolute(file)) throw new RackError('usage', 'the path of the recording must be absolute', { path: file });
  const start = await startOf(file);
  const mime = mediaTypeOf(start)?.mime ?? '';
  if (/^(?:audio|video)\//.test(mime)) return;
  throw new RackError('usage', 'the file is neither audio nor video', { path: file });
}

async function startOf(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(markLength), 0, markLength, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new RackError('file-unreadable', `the recording cannot be read (${code})`, { path: file, cause });
  }
}
