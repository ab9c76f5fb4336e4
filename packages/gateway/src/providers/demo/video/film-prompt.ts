import { drawPrompt, mixColour } from '../image/draw-prompt.ts';
import type { Colour, Picture, Size } from '../image/draw-prompt.ts';
import { countMacroblocks, encodeH264, macroblockSize } from './encode-h264.ts';
import type { Frame, Macroblock } from './encode-h264.ts';
import { muxMp4 } from './mux-mp4.ts';

export const framesPerSecond = 10;
const white: Colour = [255, 255, 255];
const accent: Colour = [255, 176, 0];

/** Colour as video keeps it: BT.601, narrow range. */
function toYuv([red, green, blue]: Colour): Colour {
  return [
    Math.round(16 + 0.2568 * red + 0.5041 * green + 0.0979 * blue),
    Math.round(128 - 0.1482 * red - 0.291 * green + 0.4392 * blue),
    Math.round(128 + 0.4392 * red - 0.3678 * green - 0.0714 * blue),
  ];
}

type Paint = (x: number, y: number) => Colour;

/** `paint` gives colours of video. Colour is sampled for every second pixel of every second line. */
function fillMacroblock(paint: Paint, left: number, top: number): Macroblock {
  const block = new Uint8Array(384);
  for (let y = 0; y < macroblockSize; y += 1) {
    for (let x = 0; x < macroblockSize; x += 1) {
      const [luma, blue, red] = paint(left + x, top + y);
      block[y * macroblockSize + x] = luma;
      if (x % 2 === 1 || y % 2 === 1) continue;
      const at = (y / 2) * 8 + x / 2;
      block[256 + at] = blue;
      block[320 + at] = red;
    }
  }
  return block;
}

function paintPicture(picture: Picture): Paint {
  const ink = toYuv(white);
  const rows = Array.from({ length: picture.height }, (_, y) => toYuv(mixColour(picture, y)));
  return (x, y) => (picture.isInk(x, y) ? ink : (rows[Math.min(y, rows.length - 1)] ?? ink));
}

function drawFirstFrame(picture: Picture): Frame {
  const { columns, rows } = countMacroblocks(picture);
  const paint = paintPicture(picture);
  const blocks = new Map<number, Macroblock>();
  for (let index = 0; index < columns * rows; index += 1) {
    const left = (index % columns) * macroblockSize;
    const top = Math.floor(index / columns) * macroblockSize;
    blocks.set(index, fillMacroblock(paint, left, top));
  }
  return blocks;
}

/** The picture, and at its bottom a bar that fills as time goes by: only what it reaches is drawn anew. */
function* drawFrames(picture: Picture, count: number): Generator<Frame> {
  const { columns, rows } = countMacroblocks(picture);
  // The last row of whole macroblocks.
  const first = (Math.max(1, Math.floor(picture.height / macroblockSize)) - 1) * columns;
  const bar = fillMacroblock(() => toYuv(accent), 0, 0);
  yield drawFirstFrame(picture);
  let reached = 0;
  for (let frame = 1; frame < count; frame += 1) {
    const end = Math.floor((columns * frame) / Math.max(1, count - 1));
    const blocks = new Map<number, Macroblock>();
    for (; reached < end && first + reached < columns * rows; reached += 1) blocks.set(first + reached, bar);
    yield blocks;
  }
}

/** A film of the prompt as text. Width and height must be even. Same arguments, same bytes. */
export function filmPrompt(prompt: string, size: Size, seconds: number): Buffer {
  const picture = drawPrompt(prompt, size);
  const stream = encodeH264(size, drawFrames(picture, seconds * framesPerSecond));
  return muxMp4(size, stream, framesPerSecond);
}
