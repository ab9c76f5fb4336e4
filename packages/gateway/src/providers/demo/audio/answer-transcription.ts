import type { JsonObject } from '../../../json.ts';
import { refuseField } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import { isRefused, readDemoChoice, replyBytes, replyDemoJson } from '../call.ts';
import type { DemoCall, DemoReply } from '../call.ts';
import type { ReceivedFile } from '../read-form.ts';
import { writeNotice } from '../notice.ts';
import { readWav } from './wav.ts';

/** What files of a format have near their start. */
const formats: readonly { readonly name: string; readonly at: number; readonly mark: string }[] = [
  { name: 'WAV', at: 8, mark: 'WAVE' },
  { name: 'MP3', at: 0, mark: 'ID3' },
  { name: 'MP3', at: 0, mark: '\xff\xfb' },
  { name: 'Ogg', at: 0, mark: 'OggS' },
  { name: 'FLAC', at: 0, mark: 'fLaC' },
  { name: 'WebM', at: 1, mark: 'E\xdf\xa3' },
  { name: 'MP4', at: 4, mark: 'ftyp' },
];

interface Heard {
  readonly text: string;
  readonly seconds: number;
}

function hear({ bytes }: ReceivedFile): Heard {
  const facts = readWav(bytes);
  if (facts?.comment !== undefined) return { text: facts.comment, seconds: facts.seconds };
  const start = bytes.toString('latin1', 0, 16);
  const name = formats.find(({ at, mark }) => start.startsWith(mark, at))?.name ?? 'unknown';
  const length = facts === undefined ? 'of unknown length' : `${facts.seconds.toFixed(1)} s long`;
  const text = `${writeNotice('transcription')}. The demo cannot hear: ${bytes.length} bytes of audio, format ${name}, ${length}.`;
  return { text, seconds: facts?.seconds ?? 0 };
}

function formatTime(seconds: number, comma: string): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, length = 2): string => String(Math.floor(value)).padStart(length, '0');
  const clock = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((value) => pad(value)).join(':');
  return `${clock}${comma}${pad(ms % 1000, 3)}`;
}

function writeSegment({ seconds, text }: Heard): JsonObject {
  const unknown = { tokens: [], temperature: 0, avg_logprob: 0, compression_ratio: 1, no_speech_prob: 0 };
  return { id: 0, seek: 0, start: 0, end: seconds, text, ...unknown };
}

/** `/audio/transcriptions`: the text that a file of the demo's own carries; of any other, that it cannot hear. */
export function answerTranscription(call: DemoCall): DemoReply | Refusal {
  const file = call.form?.file;
  if (file === undefined) return refuseField('file', 'file is missing: send the audio as a file of the form.');
  const format = readDemoChoice(call, 'response_format', ['json', 'text', 'verbose_json', 'srt', 'vtt']);
  if (isRefused(format)) return format;
  const heard = hear(file);
  const { seconds, text } = heard;
  const plain = (body: string, type = 'text/plain'): DemoReply =>
    replyBytes(Buffer.from(body), `${type}; charset=utf-8`);
  if (format === 'text') return plain(`${text}\n`);
  if (format === 'srt') return plain(`1\n${formatTime(0, ',')} --> ${formatTime(seconds, ',')}\n${text}\n`);
  if (format === 'vtt') {
    return plain(`WEBVTT\n\n${formatTime(0, '.')} --> ${formatTime(seconds, '.')}\n${text}\n`, 'text/vtt');
  }
  if (format === 'json') return replyDemoJson({ text });
  const language = call.form?.fields.get('language') ?? 'unknown';
  return replyDemoJson({ task: 'transcribe', language, duration: seconds, text, segments: [writeSegment(heard)] });
}
