import type { VideoDialect } from '../../provider.ts';
import { geminiForm } from './gemini-form.ts';
import { openaiForm } from './openai-form.ts';
import { openrouterForm } from './openrouter-form.ts';
import type { VideoForm } from './types.ts';
import { vllmOmniForm } from './vllm-omni-form.ts';

export const videoForms: Readonly<Record<VideoDialect, VideoForm>> = {
  openai: openaiForm,
  openrouter: openrouterForm,
  gemini: geminiForm,
  'vllm-omni': vllmOmniForm,
};
