import type { Size } from '../image/draw-prompt.ts';
import { createBitWriter } from './bit-writer.ts';
import type { BitWriter } from './bit-writer.ts';

/** Raw samples of 16 by 16 pixels: 256 of luma, 64 of each chroma. */
export type Macroblock = Uint8Array;
export const macroblockSize = 16;

/** Macroblocks of a frame by their index, row by row; those that are left out look as in the frame before. */
export type Frame = ReadonlyMap<number, Macroblock>;

export interface Stream {
  readonly sps: Buffer;
  readonly pps: Buffer;
  /** One coded frame each, without a start code. The first can be decoded alone. */
  readonly frames: readonly Buffer[];
}

const profile = { idc: 66, constraints: 0xc0, level: 40 };
const nal = { slice: 0x61, keySlice: 0x65, sps: 0x67, pps: 0x68 };
/** `mb_type` of raw samples, in an intra slice and in a predicted one. */
const rawType = { key: 25, predicted: 30 };
const frameNumberBits = 4;

export function countMacroblocks({ height, width }: Size): { readonly columns: number; readonly rows: number } {
  return { columns: Math.ceil(width / macroblockSize), rows: Math.ceil(height / macroblockSize) };
}

/** Three bytes that look like a start code get an extra one in between. */
export function escapeUnit(header: number, payload: Buffer): Buffer {
  const unit: Buffer[] = [Buffer.from([header])];
  let start = 0;
  // Two zeros before the next one, and nothing can be missed: what follows them is looked at byte by byte.
  for (let at = payload.indexOf('\0\0'); at !== -1; at = payload.indexOf('\0\0', at)) {
    const after = payload[at + 2];
    if (after === undefined || after > 3) {
      at += 1;
      continue;
    }
    unit.push(payload.subarray(start, at + 2), Buffer.from([3]));
    start = at + 2;
    at += 2;
  }
  unit.push(payload.subarray(start));
  return Buffer.concat(unit);
}

function writeSps(size: Size): Buffer {
  const { columns, rows } = countMacroblocks(size);
  const writer = createBitWriter();
  writer.bytes(Uint8Array.from([profile.idc, profile.constraints, profile.level]));
  writer.golomb(0);
  writer.golomb(frameNumberBits - 4);
  // Picture order is that of decoding; one reference frame, without gaps.
  writer.golomb(2);
  writer.golomb(1);
  writer.bits(0, 1);
  writer.golomb(columns - 1);
  writer.golomb(rows - 1);
  // Whole frames only, 8x8 inference.
  writer.bits(0b11, 2);
  const right = (columns * macroblockSize - size.width) / 2;
  const bottom = (rows * macroblockSize - size.height) / 2;
  writer.bits(right + bottom > 0 ? 1 : 0, 1);
  if (right + bottom > 0) for (const edge of [0, right, 0, bottom]) writer.golomb(edge);
  writer.bits(0, 1);
  return escapeUnit(nal.sps, writer.finish());
}

function writePps(): Buffer {
  const writer = createBitWriter();
  writer.golomb(0);
  writer.golomb(0);
  // Variable length codes, no field order, one slice group, one reference in each list.
  writer.bits(0b00, 2);
  for (let count = 0; count < 3; count += 1) writer.golomb(0);
  writer.bits(0, 3);
  // Quantisers as they are, and slices that say how they are deblocked.
  for (let count = 0; count < 3; count += 1) writer.golomb(0);
  writer.bits(0b100, 3);
  return escapeUnit(nal.pps, writer.finish());
}

function writeSliceHeader(writer: BitWriter, index: number): void {
  const isKey = index === 0;
  writer.golomb(0);
  writer.golomb(isKey ? 7 : 5);
  writer.golomb(0);
  writer.bits(index % (1 << frameNumberBits), frameNumberBits);
  if (isKey) writer.golomb(0);
  // A key slice: keep nothing of before. A predicted one: references as they are.
  writer.bits(0, isKey ? 2 : 3);
  writer.golomb(0);
  // No deblocking: what is raw stays bit-exact.
  writer.golomb(1);
}

function writeFrame(frame: Frame, index: number, count: number): Buffer {
  const isKey = index === 0;
  const writer = createBitWriter();
  writeSliceHeader(writer, index);
  let skipped = 0;
  for (let at = 0; at < count; at += 1) {
    const block = frame.get(at);
    if (block === undefined) {
      skipped += 1;
      continue;
    }
    if (!isKey) writer.golomb(skipped);
    skipped = 0;
    writer.golomb(isKey ? rawType.key : rawType.predicted);
    writer.align();
    writer.bytes(block);
  }
  if (skipped > 0) writer.golomb(skipped);
  return escapeUnit(isKey ? nal.keySlice : nal.slice, writer.finish());
}

/** H.264 baseline without an encoder: raw macroblocks, and none where nothing changed. The first frame must be whole. */
export function encodeH264(size: Size, frames: Iterable<Frame>): Stream {
  const { columns, rows } = countMacroblocks(size);
  const coded = [...frames].map((frame, index) => writeFrame(frame, index, columns * rows));
  return { sps: writeSps(size), pps: writePps(), frames: coded };
}
