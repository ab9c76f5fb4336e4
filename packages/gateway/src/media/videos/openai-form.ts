import type { OutgoingBody } from '../../provider.ts';
import { writeJson } from '../write-json.ts';
import { readFields } from './read-wish.ts';
import type { VideoForm } from './types.ts';

/**
 * OpenAI's own form: what the caller sent goes on as it is. Only a form without a file becomes JSON: the official
 * client sends every request as a form, and servers that document JSON read nothing else.
 */
export const openaiForm: VideoForm = {
  create: (input) => {
    const { body, model } = input;
    const isPlainForm = body.form !== undefined && body.form.files.length === 0;
    const out: OutgoingBody = isPlainForm ? writeJson({ ...readFields(input), model }) : body.withModel(model);
    return { path: '/videos', body: out };
  },
  statusPath: (id) => `/videos/${id}`,
  contentPath: (id) => `/videos/${id}/content`,
};
