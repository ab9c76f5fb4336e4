import { isRefusal } from '../../refusal.ts';
import { readWish } from './read-wish.ts';
import type { VideoForm } from './types.ts';
import { writeVideoForm } from './write-video-form.ts';

/** vLLM-Omni, from its documentation: always a form, in which `seconds` and `size` are what they are at OpenAI. */
export const vllmOmniForm: VideoForm = {
  create: (input) => {
    const wish = readWish(input);
    if (isRefusal(wish)) return wish;
    if (input.body.form !== undefined) return { path: '/videos', body: input.body.withModel(input.model) };
    return { path: '/videos', body: writeVideoForm(wish) };
  },
  statusPath: (id) => `/videos/${id}`,
  contentPath: (id) => `/videos/${id}/content`,
};
