import { expect, test } from 'vitest';
import { decodePixels, hasFfmpeg, probeMedia } from '../../../testing/decode-media.ts';
import { countMacroblocks, encodeH264, escapeUnit } from './encode-h264.ts';
import type { Frame } from './encode-h264.ts';
import { filmPrompt, framesPerSecond } from './film-prompt.ts';
import { muxMp4 } from './mux-mp4.ts';

const films = [
  { width: 64, height: 64, seconds: 2 },
  { width: 100, height: 58, seconds: 1 },
  { width: 720, height: 1280, seconds: 4 },
];

test.skipIf(!hasFfmpeg).each(films)('plays: $width x $height, $seconds s', ({ height, seconds, width }) => {
  const film = filmPrompt('a cat on a wall', { width, height }, seconds);
  expect(probeMedia(film)).toMatchObject({
    codec_name: 'h264',
    profile: 'Constrained Baseline',
    pix_fmt: 'yuv420p',
    width,
    height,
    nb_read_frames: `${seconds * framesPerSecond}`,
    duration: `${seconds}.000000`,
  });
});

/** Deterministic noise in which zeros are frequent: a decoder loses its place if they are not escaped. */
function fillNoise(length: number, seed: number): Uint8Array {
  let state = seed + 1;
  return Uint8Array.from({ length }, () => {
    state = Math.imul(state, 1_103_515_245) + 12_345;
    const byte = (state >>> 16) & 0xff;
    return byte < 128 ? byte % 4 : byte;
  });
}

test.skipIf(!hasFfmpeg)('every sample of every frame is decoded as it was written', () => {
  const size = { width: 48, height: 32 };
  const { columns, rows } = countMacroblocks(size);
  const all = Array.from({ length: columns * rows }, (_, index) => index);
  const frames: Frame[] = [new Map(all.map((index) => [index, fillNoise(384, index)]))];
  for (let frame = 1; frame < 20; frame += 1) {
    const changed = all.filter((index) => (index + frame) % 3 === 0 && frame % 5 !== 0);
    frames.push(new Map(changed.map((index) => [index, fillNoise(384, index + frame * 100)])));
  }
  const pixels = decodePixels(muxMp4(size, encodeH264(size, frames), framesPerSecond), 'yuv420p');
  const luma = size.width * size.height;
  const wanted = new Map<number, Uint8Array>();
  frames.forEach((frame, number) => {
    for (const [index, block] of frame) wanted.set(index, block);
    const start = number * luma * 1.5;
    for (const [index, block] of wanted) {
      const left = (index % columns) * 16;
      const top = Math.floor(index / columns) * 16;
      for (let y = 0; y < 16; y += 1) {
        const at = start + (top + y) * size.width + left;
        expect(pixels.subarray(at, at + 16).equals(block.subarray(y * 16, y * 16 + 16))).toBe(true);
      }
      for (let y = 0; y < 8; y += 1) {
        const at = start + luma + (top / 2 + y) * (size.width / 2) + left / 2;
        expect(pixels.subarray(at, at + 8).equals(block.subarray(256 + y * 8, 264 + y * 8))).toBe(true);
        const red = at + luma / 4;
        expect(pixels.subarray(red, red + 8).equals(block.subarray(320 + y * 8, 328 + y * 8))).toBe(true);
      }
    }
  });
});

test.each([
  ['000001', '00000301'],
  ['0000', '0000'],
  ['00000000', '0000030000'],
  ['ff0000030000ff', 'ff000003030000ff'],
  ['0000ff000002', '0000ff00000302'],
])('escapes %s', (payload, escaped) => {
  expect(escapeUnit(0x65, Buffer.from(payload, 'hex')).toString('hex')).toBe(`65${escaped}`);
});

test('the same film has the same bytes, and a size that stays small', () => {
  const film = filmPrompt('a cat', { width: 1280, height: 720 }, 4);
  expect(filmPrompt('a cat', { width: 1280, height: 720 }, 4).equals(film)).toBe(true);
  expect(film.length).toBeLessThan(1_700_000);
});
