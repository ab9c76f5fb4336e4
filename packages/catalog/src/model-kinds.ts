import type { ModelKind } from './types.ts';

/** Every kind; cache files refer to the places in this list, so a new one goes to its end. */
export const allKinds: readonly ModelKind[] = [
  'chat',
  'image',
  'video',
  'speech',
  'transcription',
  'embedding',
  'rerank',
  'moderation',
  'realtime',
];
