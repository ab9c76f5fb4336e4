import type { JsonObject } from '../../json.ts';

/** What the demo lists of itself, by the names under which it answers. */
export const demoModels: readonly JsonObject[] = [
  { id: 'chat', display_name: 'Demo chat', context_window: 32_768 },
  { id: 'echo', display_name: 'Demo echo', context_window: 32_768 },
  { id: 'embed', display_name: 'Demo embeddings' },
  { id: 'huge', display_name: 'Demo, huge window', context_window: 1_048_576 },
  { id: 'image', display_name: 'Demo image' },
  { id: 'long', display_name: 'Demo, long window', context_window: 131_072 },
  { id: 'small', display_name: 'Demo, small window', context_window: 4096 },
  { id: 'tone', display_name: 'Demo tones, no speech', mode: 'audio_speech' },
  { id: 'transcribe', display_name: 'Demo transcription' },
  { id: 'video', display_name: 'Demo video' },
];
