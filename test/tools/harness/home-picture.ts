import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Every file and link under a folder, with its mode and a hash of its bytes, by its path with forward slashes. */
export type HomePicture = ReadonlyMap<string, string>;

export async function homePicture(folder: string): Promise<HomePicture> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  const rows = await Promise.all(
    files.map(async (path) => [relative(folder, path).replaceAll(sep, '/'), await one(path)] as const),
  );
  return new Map(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function one(path: string): Promise<string> {
  try {
    const stat = await lstat(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) return `link to ${await readlink(path)}`;
    if (!stat.isFile()) return `special ${mode}`;
    return `${mode} ${createHash('sha256')
      .update(await readFile(path))
      .digest('hex')}`;
  } catch {
    // It went while it was looked at.
    return 'gone';
  }
}

/** What is another than before: `+ path` made, `- path` taken away, `~ path` with other bytes or another mode. */
export function changesBetween(before: HomePicture, after: HomePicture): readonly string[] {
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => `- ${path}`);
  const other = [...after].flatMap(([path, now]) => {
    const then = before.get(path);
    if (then === now) return [];
    return [`${then === undefined ? '+' : '~'} ${path}`];
  });
  return [...gone, ...other];
}
