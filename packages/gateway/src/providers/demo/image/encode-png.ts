import { Readable } from 'node:stream';
import { crc32, createDeflate } from 'node:zlib';
import { mixColour } from './draw-prompt.ts';
import type { Picture } from './draw-prompt.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Of a pixel row: no filter. */
const unfiltered = 0;

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function writeHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a channel, RGB; compression, filter and interlacing have one useful value each.
  header.set([8, 2, 0, 0, 0], 8);
  return writeChunk('IHDR', header);
}

/** Row by row, so that a large picture is never in memory as pixels. */
function* writeRows(picture: Picture): Generator<Buffer> {
  for (let y = 0; y < picture.height; y += 1) {
    const row = Buffer.alloc(1 + picture.width * 3, Buffer.from(mixColour(picture, y)));
    row.copyWithin(1, 0, picture.width * 3);
    row[0] = unfiltered;
    for (let x = 0; x < picture.width; x += 1) {
      if (picture.isInk(x, y)) row.fill(255, 1 + x * 3, 4 + x * 3);
    }
    yield row;
  }
}

export async function encodePng(picture: Picture): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of Readable.from(writeRows(picture)).pipe(createDeflate())) pieces.push(piece);
  return Buffer.concat([
    signature,
    writeHeader(picture.width, picture.height),
    writeChunk('tEXt', Buffer.from('Comment\0Made by the demo of the gateway: no model was asked.', 'latin1')),
    writeChunk('IDAT', Buffer.concat(pieces)),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}
