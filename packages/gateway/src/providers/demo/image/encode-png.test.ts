import { expect, test } from 'vitest';
import { decodePixels, hasFfmpeg, probeMedia } from '../../../testing/decode-media.ts';
import { drawPrompt } from './draw-prompt.ts';
import { encodePng } from './encode-png.ts';

const sizes = [
  { width: 64, height: 64 },
  { width: 257, height: 131 },
  { width: 1024, height: 1024 },
];

test.skipIf(!hasFfmpeg).each(sizes)('a decoder gets the size and the pixels: $width x $height', async (size) => {
  const png = await encodePng(drawPrompt('a red square', size));
  expect(probeMedia(png)).toMatchObject({ codec_name: 'png', pix_fmt: 'rgb24', ...size });
  const pixels = decodePixels(png, 'rgb24');
  expect(pixels.length).toBe(size.width * size.height * 3);
  expect(pixels.includes(Buffer.from([255, 255, 255]))).toBe(true);
});

test('the same prompt is the same file, another one is another', async () => {
  const size = { width: 128, height: 64 };
  const first = await encodePng(drawPrompt('a red square', size));
  expect(await encodePng(drawPrompt('a red square', size))).toEqual(first);
  expect(await encodePng(drawPrompt('a blue square', size))).not.toEqual(first);
});

test('what the font has is drawn as it is, anything else as a box', () => {
  const size = { width: 300, height: 80 };
  const show = (text: string): string => {
    const picture = drawPrompt(text, size);
    let rows = '';
    // The third line of text, at a scale of one: below the title and an empty line.
    for (let y = 30; y < 37; y += 1) {
      for (let x = 6; x < 17; x += 1) rows += picture.isInk(x, y) ? '#' : '.';
      rows += '\n';
    }
    return rows;
  };
  const expected = [
    '#...#...#..',
    '#...#......',
    '#...#..##..',
    '#####...#..',
    '#...#...#..',
    '#...#...#..',
    '#...#..###.',
  ];
  expect(show('Hi')).toBe(`${expected.join('\n')}\n`);
  expect(show('é')).toBe(show('e'));
  expect(show('猫')).toContain('#####');
});
