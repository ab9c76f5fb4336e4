import { PNG } from 'pngjs';
import { image2sixel } from 'sixel';

const tallest = 800;

/** A PNG as sixels, no wider than `width` pixels; undefined if it does not decode. */
export function sixelOf(bytes: Uint8Array, width: number): string | undefined {
  try {
    const picture = PNG.sync.read(Buffer.from(bytes));
    const factor = Math.max(1, picture.width / width, picture.height / tallest);
    const [columns, rows] = [Math.floor(picture.width / factor), Math.floor(picture.height / factor)];
    const pixels = new Uint8Array(columns * rows * 4);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const from = (Math.floor(row * factor) * picture.width + Math.floor(column * factor)) * 4;
        pixels.set(picture.data.subarray(from, from + 4), (row * columns + column) * 4);
      }
    }
    return image2sixel(pixels, columns, rows, 256, 0);
  } catch {
    return undefined;
  }
}
