import type { OutgoingBody } from '../../provider.ts';
import { writeForm } from '../form-body.ts';
import type { VideoWish } from './types.ts';

/** A wish as the form that OpenAI's own client sends. */
export function writeVideoForm({ extra, model, prompt, seconds, size }: VideoWish): OutgoingBody {
  const stated = {
    seconds: seconds === undefined ? null : String(seconds),
    size: size === undefined ? null : `${size.width}x${size.height}`,
  };
  return writeForm({ model, prompt, ...stated, ...extra });
}
