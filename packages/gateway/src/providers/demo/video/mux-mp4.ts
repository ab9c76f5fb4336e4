import type { Size } from '../image/draw-prompt.ts';
import type { Stream } from './encode-h264.ts';

type Part = Buffer | readonly number[];

/** Ticks of a second. */
const timescale = 1000;
/** The identity, as fixed-point numbers. */
const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

/** 32-bit numbers. */
function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value, index * 4));
  return buffer;
}

/** 16-bit numbers. */
function shorts(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16BE(value, index * 2));
  return buffer;
}

function box(type: string, ...parts: readonly Part[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part))));
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

function describeSamples({ height, width }: Size, { pps, sps }: Stream): Buffer {
  const [profile = 0, constraints = 0, level = 0] = sps.subarray(1);
  const avcc = box(
    'avcC',
    // Lengths of four bytes, one parameter set of each kind.
    [1, profile, constraints, level, 0xff, 0xe1],
    shorts(sps.length),
    sps,
    [1],
    shorts(pps.length),
    pps,
  );
  const entry = box(
    'avc1',
    shorts(0, 0, 0, 1),
    Buffer.alloc(16),
    shorts(width, height),
    // 72 dots per inch, one frame a sample, no compressor's name, 24 bits deep.
    words(0x480000, 0x480000, 0),
    shorts(1),
    Buffer.alloc(32),
    shorts(24, 0xffff),
    avcc,
  );
  return box('stsd', words(0, 1), entry);
}

function writeSampleTable(video: Video, dataOffset: number): Buffer {
  const { stream, ticks } = video;
  const sizes = stream.frames.map((frame) => frame.length + 4);
  return box(
    'stbl',
    describeSamples(video.size, stream),
    box('stts', words(0, 1, sizes.length, ticks)),
    box('stss', words(0, 1, 1)),
    // All frames are one chunk.
    box('stsc', words(0, 1, 1, sizes.length, 1)),
    box('stsz', words(0, 0, sizes.length, ...sizes)),
    box('stco', words(0, 1, dataOffset)),
  );
}

function writeMovie(video: Video, dataOffset: number): Buffer {
  const { size, stream, ticks } = video;
  const duration = ticks * stream.frames.length;
  const data = box('dinf', box('dref', words(0, 1), box('url ', words(1))));
  const handler = box('hdlr', words(0, 0), Buffer.from('vide', 'latin1'), Buffer.alloc(12), Buffer.from('demo\0'));
  const media = box(
    'mdia',
    // No language is said: "und".
    box('mdhd', words(0, 0, 0, timescale, duration), shorts(0x55c4, 0)),
    handler,
    box('minf', box('vmhd', words(1), Buffer.alloc(8)), data, writeSampleTable(video, dataOffset)),
  );
  const track = box(
    'tkhd',
    words(3, 0, 0, 1, 0, duration),
    Buffer.alloc(16),
    words(...matrix, size.width * 0x10000, size.height * 0x10000),
  );
  const header = box(
    'mvhd',
    words(0, 0, 0, timescale, duration, 0x10000),
    shorts(0x0100, 0),
    Buffer.alloc(8),
    words(...matrix),
    Buffer.alloc(24),
    words(2),
  );
  return box('moov', header, box('trak', track, media));
}

interface Video {
  readonly size: Size;
  readonly stream: Stream;
  /** Of a frame. */
  readonly ticks: number;
}

/** An MP4 file that can be played while it is downloaded: what describes it comes first. */
export function muxMp4(size: Size, stream: Stream, framesPerSecond: number): Buffer {
  const video = { size, stream, ticks: timescale / framesPerSecond };
  const brands = ['isom', 'iso2', 'avc1', 'mp41'].map((brand) => Buffer.from(brand, 'latin1'));
  const type = box('ftyp', Buffer.from('isom', 'latin1'), words(0x200), ...brands);
  // The offset is written with a fixed width, so the length does not depend on it.
  const dataOffset = type.length + writeMovie(video, 0).length + 8;
  const samples = stream.frames.flatMap((frame) => [words(frame.length), frame]);
  return Buffer.concat([type, writeMovie(video, dataOffset), box('mdat', ...samples)]);
}
