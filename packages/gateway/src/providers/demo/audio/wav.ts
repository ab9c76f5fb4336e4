/** What a RIFF/WAVE file says of itself. */
export interface WavFacts {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  /** The comment in its list of information: `ICMT`. */
  readonly comment: string | undefined;
}

export const sampleRate = 16_000;
const bytesPerSample = 2;

function writeChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function writeFormat(): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * bytesPerSample, 8);
  format.writeUInt16LE(bytesPerSample, 12);
  format.writeUInt16LE(bytesPerSample * 8, 14);
  return writeChunk('fmt ', format);
}

/** One channel of 16-bit samples at 16 kHz, with a comment. */
export function writeWav(samples: Buffer, comment: string): Buffer {
  const list = Buffer.concat([
    Buffer.from('INFO', 'latin1'),
    writeChunk('ICMT', Buffer.from(`${comment}\0`)),
    writeChunk('ISFT', Buffer.from('modelrack demo: tones, not speech\0')),
  ]);
  const body = Buffer.concat([
    Buffer.from('WAVE', 'latin1'),
    writeFormat(),
    writeChunk('LIST', list),
    writeChunk('data', samples),
  ]);
  return writeChunk('RIFF', body);
}

/** Chunks of `bytes` by their name. A length that reaches over the end is cut there. */
function readChunks(bytes: Buffer, start: number): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = start; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    chunks.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return chunks;
}

/** undefined: no RIFF/WAVE file, or one without a format. */
export function readWav(bytes: Buffer): WavFacts | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return undefined;
  const chunks = readChunks(bytes, 12);
  const format = chunks.get('fmt ');
  if (format === undefined || format.length < 16) return undefined;
  const list = chunks.get('LIST');
  const isInfo = list?.toString('latin1', 0, 4) === 'INFO';
  const comment = isInfo ? readChunks(list, 4).get('ICMT')?.toString().replace(/\0+$/u, '') : undefined;
  const bytesPerSecond = format.readUInt32LE(8);
  const seconds = bytesPerSecond === 0 ? 0 : (chunks.get('data')?.length ?? 0) / bytesPerSecond;
  return { seconds, sampleRate: format.readUInt32LE(4), channels: format.readUInt16LE(2), comment };
}
