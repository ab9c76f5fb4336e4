import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { filesBelow, isRelative, isTestCode, packageOf, specifiersOf } from './imports.ts';
import { root, workspacePackages } from './packages.ts';

/** A source file as the rules of the house see it. */
export interface Source {
  /** From the root, with slashes. */
  readonly path: string;
  readonly lines: number;
  /** Paths of the files of this repository that it names, types and `import()` included. */
  readonly imports: readonly string[];
}

/** Every module of `packages/` and `test/`; the doubles and samples that tests only read are none. */
export function allSources(): readonly Source[] {
  const files = ['packages', 'test'].flatMap((folder) => filesBelow(folder)).filter(isModule);
  const entries = packageEntries();
  return files.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = specifiersOf(text).flatMap((specifier) => fileOf(path, specifier, entries) ?? []);
    return { path, lines: text.split('\n').length - 1, imports };
  });
}

/** Of the code that is no test: what is shipped, or could be. */
export function isProduct({ path }: Source): boolean {
  return path.startsWith('packages/') && !isTestCode(path);
}

function isModule(path: string): boolean {
  return /\.(?:ts|mjs|cjs)$/.test(path) && !/^test\/demo\/|\/(?:testdata|fixtures)\//.test(path);
}

function fileOf(from: string, specifier: string, entries: ReadonlyMap<string, string>): string | undefined {
  if (isRelative(specifier)) return posix.join(posix.dirname(from), specifier);
  return entries.get(specifier) ?? entries.get(packageOf(specifier));
}

/** `@modelrack/config-edit/json` -> `packages/config-edit/src/json.ts`. */
function packageEntries(): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const { folder, manifest } of workspacePackages()) {
    for (const [subpath, targets] of Object.entries(manifest.exports ?? {})) {
      const source = sourceOf(targets);
      if (source === undefined) continue;
      const path = posix.join(folder, source);
      if (existsSync(dirname(join(root, path)))) entries.set(posix.join(manifest.name, subpath), path);
    }
  }
  return entries;
}

function sourceOf(targets: unknown): string | undefined {
  if (typeof targets !== 'object' || targets === null || !('modelrack:source' in targets)) return undefined;
  const source = targets['modelrack:source'];
  return typeof source === 'string' ? source : undefined;
}
