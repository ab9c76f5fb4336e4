import { refuseField } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import { isRefused, readDemoChoice, readDemoText, replyBytes } from '../call.ts';
import type { DemoCall, DemoReply } from '../call.ts';
import { soundText } from './sound-text.ts';

const longestInput = 4096;

/** `/audio/speech`: tones that carry the text; no speech. */
export function answerSpeech(call: DemoCall): DemoReply | Refusal {
  const input = readDemoText(call, 'input');
  if (isRefused(input)) return input;
  if (input.length > longestInput) return refuseField('input', `input must have at most ${longestInput} characters.`);
  // A file of another format than the asked one would be believed by its name.
  const format = readDemoChoice(call, 'response_format', ['wav']);
  if (isRefused(format)) return format;
  const speed = call.json['speed'] ?? 1;
  if (typeof speed !== 'number' || !(speed >= 0.25 && speed <= 4)) {
    return refuseField('speed', 'speed must be a number from 0.25 to 4.');
  }
  return replyBytes(soundText(input, speed), 'audio/wav');
}
