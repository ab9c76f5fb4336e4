import { videoAdapter } from '../../media/videos/video-adapter.ts';
import type { Adapter } from '../../provider.ts';
import { jsonTranscription } from './json-transcription.ts';
import { openrouterImages } from './openrouter-images.ts';

/** By the names that presets use. */
export const adapters: ReadonlyMap<string, Adapter> = new Map([
  ['openrouter-images', openrouterImages],
  ['json-transcription', jsonTranscription],
  ['videos-openai', videoAdapter('openai')],
  ['videos-openrouter', videoAdapter('openrouter')],
  ['videos-gemini', videoAdapter('gemini')],
  ['videos-vllm-omni', videoAdapter('vllm-omni')],
]);
