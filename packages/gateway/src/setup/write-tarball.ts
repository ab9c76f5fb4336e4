import { gzipSync } from 'node:zlib';

export interface PackedFile {
  /** With forward slashes, at most 100 bytes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable?: boolean;
}

const blockSize = 512;

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

/** The header of the `ustar` form; no time and no owner, so that the same files have the same bytes. */
function writeHeader({ bytes, isExecutable, path }: PackedFile): Buffer {
  const header = Buffer.alloc(blockSize);
  header.write(path, 0, 100, 'utf8');
  header.write(octal(isExecutable === true ? 0o755 : 0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, 12), 124);
  header.write(octal(0, 12), 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A `.tgz` as package managers write it. */
export function writeTarball(files: readonly PackedFile[]): Buffer {
  const blocks = files.flatMap((file) => {
    if (Buffer.byteLength(file.path) > 100) throw new Error(`${file.path} is too long for a tarball`);
    const rest = (blockSize - (file.bytes.length % blockSize)) % blockSize;
    return [writeHeader(file), file.bytes, Buffer.alloc(rest)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]));
}
