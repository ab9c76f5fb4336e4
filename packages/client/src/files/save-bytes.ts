import { rm, writeFile } from 'node:fs/promises';
import { explainDisk } from './explain-disk.ts';
import { mediaTypeOf } from './media-type.ts';
import type { SavedFile } from './save-stream.ts';
import { keepAs, temporaryFor } from './target.ts';
import type { Target } from './target.ts';

/** Writes what is in memory, with the same care as a download. */
export async function saveBytes(bytes: Uint8Array, mime: string, target: Target): Promise<SavedFile> {
  const temporary = await temporaryFor(target);
  try {
    await writeFile(temporary, bytes, { flag: 'wx' });
    const path = await keepAs(temporary, target, mediaTypeOf(bytes)?.extension ?? 'bin');
    return { path, bytes: bytes.length, mime };
  } catch (cause) {
    await rm(temporary, { force: true });
    throw explainDisk(cause, temporary) ?? cause;
  }
}
