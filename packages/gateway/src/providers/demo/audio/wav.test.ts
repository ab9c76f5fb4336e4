import { expect, test } from 'vitest';
import { hasFfmpeg, probeMedia } from '../../../testing/decode-media.ts';
import { soundText } from './sound-text.ts';
import { readWav } from './wav.ts';

const text = 'Grüße aus dem Rechner, odd';

test('a file tells its text, its length and its rate', () => {
  expect(readWav(soundText(text))).toEqual({ seconds: 5 * 0.22, sampleRate: 16_000, channels: 1, comment: text });
  expect(readWav(soundText(text, 2))?.seconds).toBe((5 * 0.22) / 2);
  expect(readWav(soundText(''))?.seconds).toBe(0.22);
});

test.skipIf(!hasFfmpeg)('ffprobe reads it the same way', () => {
  const facts = probeMedia(soundText(text));
  expect(facts).toMatchObject({ codec_name: 'pcm_s16le', sample_rate: '16000', channels: 1 });
  expect(facts['format']).toMatchObject({ format_name: 'wav', tags: { comment: text } });
});

test('what is no such file is not read, and a cut one not past its end', () => {
  const whole = soundText(text);
  expect(readWav(Buffer.from('ID3 anything'))).toBeUndefined();
  expect(readWav(Buffer.alloc(0))).toBeUndefined();
  for (let length = 0; length < 200; length += 1) readWav(whole.subarray(0, length));
  expect(readWav(whole.subarray(0, whole.length / 2))?.seconds).toBeLessThan(0.6);
});
