import { isRefusal, refuseField } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import { readWish } from './read-wish.ts';
import type { VideoForm, VideoWish } from './types.ts';
import { writeVideoForm } from './write-video-form.ts';

/** Of Veo, the only family whose values are documented; others may take more. */
const veo = {
  seconds: [4, 6, 8],
  sizes: ['1280x720', '720x1280', '1920x1080', '1080x1920'],
} as const;

function findImpossible({ model, seconds, size }: VideoWish): Refusal | undefined {
  if (!/(?:^|\/)veo/u.test(model)) return undefined;
  if (seconds !== undefined && !veo.seconds.some((allowed) => allowed === seconds)) {
    return refuseField('seconds', `This model makes videos of ${veo.seconds.join(', ')} seconds.`);
  }
  const stated = size === undefined ? undefined : `${size.width}x${size.height}`;
  if (stated !== undefined && !veo.sizes.some((allowed) => allowed === stated)) {
    return refuseField('size', `This model makes videos of ${veo.sizes.join(', ')}.`);
  }
  return undefined;
}

/** Gemini's OpenAI layer: a form. The fields of its answers are known from others' programs only. */
export const geminiForm: VideoForm = {
  create: (input) => {
    const wish = readWish(input);
    if (isRefusal(wish)) return wish;
    const impossible = findImpossible(wish);
    if (impossible !== undefined) return impossible;
    // Its files and their places in the body are the caller's.
    if (input.body.form !== undefined) return { path: '/videos', body: input.body.withModel(input.model) };
    return { path: '/videos', body: writeVideoForm(wish) };
  },
  statusPath: (id) => `/videos/${id}`,
  contentPath: (id) => `/videos/${id}/content`,
  keyHeader: 'x-goog-api-key',
};
