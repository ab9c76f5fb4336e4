import { callStream } from './call.ts';
import { saveStream } from './files/save-stream.ts';
import type { SavedFile } from './files/save-stream.ts';
import type { Target } from './files/target.ts';
import { patient } from './types.ts';
import type { CallOptions, Gateway } from './types.ts';

export interface SpeechRequest {
  readonly model: string;
  readonly input: string;
  /** Default `alloy`: the one that most speech models know. */
  readonly voice?: string | undefined;
  /** `mp3`, `wav`, `opus`, …; undefined: as the gateway likes. */
  readonly format?: string | undefined;
}

export interface SpeechOptions extends CallOptions {
  readonly target: Target;
}

/** Has a text read aloud, into a file. */
export async function speak(gateway: Gateway, asked: SpeechRequest, options: SpeechOptions): Promise<SavedFile> {
  const { model, input, voice, format } = asked;
  const response = await callStream(gateway, {
    route: '/audio/speech',
    json: { model, input, voice: voice ?? 'alloy', ...(format === undefined ? {} : { response_format: format }) },
    accept: '*/*',
    timeouts: patient,
    signal: options.signal,
  });
  const extension = format ?? 'mp3';
  const mime = extension === 'mp3' ? 'audio/mpeg' : `audio/${extension}`;
  return saveStream(response, { target: options.target, usual: { mime, extension } });
}
