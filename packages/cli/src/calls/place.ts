import type { SavedFile, Target } from '@modelrack/client';
import { RackError } from '@modelrack/errors';
import { foldersOf } from '@modelrack/setup';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CallOptions, Context } from '../world/context.ts';

/** Where results go: the file that was named, standard output for `-`, else the media folder. */
export async function withPlace<Result>(
  context: Context,
  { kind, output }: { readonly kind: string; readonly output: string | undefined },
  save: (target: Target) => Promise<Result & { readonly files: readonly SavedFile[] }>,
): Promise<Result & { readonly files: readonly SavedFile[] }> {
  const machine = await context.machine();
  if (output !== '-') {
    const target =
      output === undefined ? mediaPlace(foldersOf(machine).media, kind) : { file: resolve(machine.cwd, output) };
    return save(target);
  }
  // Whole before the first byte is written: a program behind the pipe gets all of it or nothing.
  const folder = await mkdtemp(join(tmpdir(), 'modelrack-'));
  try {
    const saved = await save({ folder, stem: kind });
    for (const { path } of saved.files) await pipeline(createReadStream(path), context.world.stdout, { end: false });
    return saved;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a text goes into a file that was named. */
export function isIntoFile({ output }: Pick<CallOptions, 'output'>): boolean {
  return output !== undefined && output !== '-';
}

/** Into the file that was named, if one was. */
export async function saveText(context: Context, output: string | undefined, text: string): Promise<void> {
  if (output === undefined || output === '-') return;
  const path = resolve((await context.machine()).cwd, output);
  await writeFile(path, text.endsWith('\n') ? text : `${text}\n`).catch((cause: NodeJS.ErrnoException) => {
    throw new RackError('file-not-writable', `the file cannot be written (${cause.code ?? 'unknown'})`, {
      path,
      cause,
    });
  });
}

/** `out.png`, `out-2.png`, …: several results of one call under a name that the user gave. */
export function numbered(target: Target, index: number): Target {
  if (index === 0 || !('file' in target)) return target;
  const { dir, name, ext } = parse(target.file);
  return { file: join(dir, `${name}-${index + 1}${ext}`) };
}

function mediaPlace(folder: string, kind: string): Target {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return { folder, stem: `${kind}-${stamp}` };
}
