import { isObject } from '../../json.ts';
import type { Adapter, VideoDialect } from '../../provider.ts';
import { videoForms } from './video-forms.ts';

/** Creation alone: whoever seals the id reads the rest of the answer. */
export function videoAdapter(dialect: VideoDialect): Adapter {
  return {
    request: (input) => videoForms[dialect].create(input),
    response: (answer) => (isObject(answer) ? answer : {}),
  };
}
