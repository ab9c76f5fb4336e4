import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '@modelrack/setup';
import { version } from './version.ts';

/** Makes a tarball of the bundled command that runs now; undefined when the sources run. */
export function packCommand(self: Machine['self']): (() => Promise<Uint8Array>) | undefined {
  if (self === undefined) return undefined;
  return async () => {
    const { writeTarball } = await import('@modelrack/gateway');
    const names = (await readdir(self.folder)).filter((name) => /\.(?:js|json|cjs|mjs)$/.test(name)).toSorted();
    const files = await Promise.all(
      names.map(async (name) => ({
        path: `package/dist/${name}`,
        bytes: await readFile(join(self.folder, name)),
        isExecutable: name === self.entry,
      })),
    );
    const manifest = { name: 'modelrack', version, type: 'module', bin: { modelrack: `./dist/${self.entry}` } };
    const own = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
    return writeTarball([{ path: 'package/package.json', bytes: own }, ...files]);
  };
}
