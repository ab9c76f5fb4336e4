import { mkdtemp, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that can be read again: in memory, or in a file of this process where they are many. */
export interface BodyStore {
  append(chunk: Buffer): Promise<void>;
  read(start: number, end: number): AsyncGenerator<Buffer>;
  /** Nothing is read after it. */
  release(): void;
}

const readSize = 64 * 1024;

interface Spill {
  readonly file: FileHandle;
  readonly folder: string;
}

async function openSpill(): Promise<Spill> {
  const folder = await mkdtemp(join(tmpdir(), 'modelrack-body-'));
  const path = join(folder, 'body');
  const file = await open(path, 'wx+', 0o600);
  // Without a name nothing stays behind, not even after a crash. Windows keeps the name until the end.
  await rm(folder, { recursive: true }).catch(() => undefined);
  return { file, folder };
}

async function closeSpill({ file, folder }: Spill): Promise<void> {
  await file.close();
  await rm(folder, { recursive: true, force: true });
}

async function* readFile(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(readSize, end - at)), 0, undefined, at);
    if (bytesRead === 0) throw new Error('A held body was cut short.');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function* readMemory(chunks: readonly Buffer[], start: number, end: number): Generator<Buffer> {
  let at = 0;
  for (const chunk of chunks) {
    const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (piece.length > 0) yield piece;
  }
}

/** `memoryLimit`: bytes from which on a file takes them. */
export function createBodyStore(memoryLimit: number): BodyStore {
  let chunks: Buffer[] = [];
  let size = 0;
  let spill: Spill | undefined;
  const write = async (file: FileHandle, chunk: Buffer): Promise<void> => {
    for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
  };
  return {
    append: async (chunk) => {
      size += chunk.length;
      if (spill !== undefined) return await write(spill.file, chunk);
      chunks.push(chunk);
      if (size <= memoryLimit) return undefined;
      spill = await openSpill();
      for (const held of chunks) await write(spill.file, held);
      chunks = [];
      return undefined;
    },
    read: async function* read(start, end) {
      if (spill === undefined) yield* readMemory(chunks, start, end);
      else yield* readFile(spill.file, start, end);
    },
    release: () => {
      chunks = [];
      // The answer is over: nobody waits for a file to be closed, and a failure has no consequence.
      if (spill !== undefined) closeSpill(spill).catch(() => undefined);
    },
  };
}
