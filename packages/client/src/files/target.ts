import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { explainDisk } from './explain-disk.ts';

/**
 * Where a file goes: `file` is the user's word, and replaced if it is there; in a `folder` nothing is ever
 * replaced, and the ending is that of the content.
 */
export type Target =
  | { readonly file: string }
  | {
      readonly folder: string;
      /** Without the ending; our own words, never those of a prompt or a server. */
      readonly stem: string;
    };

const partEnding = /^\.(.+)\.[0-9a-f]{8}\.part$/;
const abandoned = 3_600_000;

/** A new name beside the target, on the same disk. Parts that a killed run left there are taken away. */
export async function temporaryFor(target: Target): Promise<string> {
  const folder = 'file' in target ? dirname(target.file) : target.folder;
  const name = 'file' in target ? basename(target.file) : target.stem;
  try {
    if (!('file' in target)) await mkdir(folder, { recursive: true });
    await removeAbandoned(folder, name);
  } catch (cause) {
    throw explainDisk(cause, folder) ?? cause;
  }
  return join(folder, `.${name}.${randomBytes(4).toString('hex')}.part`);
}

async function removeAbandoned(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (partEnding.exec(entry)?.[1] !== name) continue;
    const path = join(folder, entry);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandoned) await rm(path, { force: true });
  }
}

/** Gives a whole file its name; resolves to its path. */
export async function keepAs(temporary: string, target: Target, extension: string): Promise<string> {
  try {
    if ('file' in target) {
      await rename(temporary, target.file);
      return target.file;
    }
    return await keepNew(temporary, join(target.folder, target.stem), extension);
  } catch (cause) {
    throw explainDisk(cause, 'file' in target ? target.file : target.folder) ?? cause;
  }
}

async function keepNew(temporary: string, stem: string, extension: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = `${stem}${number === 1 ? '' : `-${number}`}.${extension}`;
    if (await takeName(temporary, path)) return path;
  }
}

/** False if the name is taken. A link cannot replace; where the disk has none, looking first has to do. */
async function takeName(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    await rm(temporary);
    return true;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(String(code))) throw cause;
  }
  const isTaken = await stat(path).then(
    () => true,
    () => false,
  );
  if (!isTaken) await rename(temporary, path);
  return !isTaken;
}
