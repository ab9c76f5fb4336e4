import { createHash } from 'node:crypto';
import { sampleRate, writeWav } from './wav.ts';

const toneMs = 160;
const pauseMs = 60;
const loudness = 0.3 * 0x7fff;
const mostWords = 500;
/** Half tones of a scale without false intervals. */
const steps: readonly number[] = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21];

/** The same word has the same note. */
function chooseFrequency(word: string): number {
  const [first = 0] = createHash('sha256').update(word.toLowerCase()).digest();
  return 220 * 2 ** ((steps[first % steps.length] ?? 0) / 12);
}

function countSamples(ms: number, speed: number): number {
  return Math.round((ms * sampleRate) / 1000 / speed);
}

function writeTone(samples: Buffer, frequency: number): void {
  const count = samples.length / 2;
  const ramp = count / 10;
  for (let index = 0; index < count; index += 1) {
    // Without a soft start and end a tone clicks.
    const fade = Math.min(1, index / ramp, (count - index) / ramp);
    const value = Math.round(loudness * fade * Math.sin((2 * Math.PI * frequency * index) / sampleRate));
    samples.writeInt16LE(value, index * 2);
  }
}

/** A tone for every word. The text goes along as a comment, for the one who turns it into text again. */
export function soundText(text: string, speed = 1): Buffer {
  const words = text.split(/\s+/u).filter(Boolean).slice(0, mostWords);
  const tone = countSamples(toneMs, speed) * 2;
  const step = tone + countSamples(pauseMs, speed) * 2;
  const samples = Buffer.alloc(Math.max(1, words.length) * step);
  words.forEach((word, index) => {
    writeTone(samples.subarray(index * step, index * step + tone), chooseFrequency(word));
  });
  return writeWav(samples, text);
}
