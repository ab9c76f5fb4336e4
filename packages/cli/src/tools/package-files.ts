import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { RackError } from '@modelrack/errors';
import { isRecord } from '@modelrack/json';

/** More is no tool package: one is a small pure function and some data. */
const mostFiles = 500;
const mostBytes = 5_000_000;
/** Files named by a fixed text in `import`, `export … from`, `import()` and `require()`. */
const imports = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'`](\.{1,2}\/[^"'`\n]+)["'`]/g;
/** As `require` completes a name. */
export const endings = ['', '.js', '.cjs', '.json', '/index.js'];

/** What is agreed to, and all that runs. */
export interface AgreedPackage {
  /** The file that is loaded first. */
  readonly entry: string;
  /** SHA-256 over the names and bytes of all files. */
  readonly hash: string;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * All files of the folder, or one file and those that it names in its imports. What it has installed
 * (`node_modules`) is not among them, and does not run.
 */
export function readPackage(named: string): AgreedPackage {
  const path = kindOf(named).isFile() ? realpathSync(named) : named;
  const entry = entryOf(path);
  const hash = createHash('sha256');
  const files = new Map<string, string>();
  let bytes = 0;
  for (const file of path === entry ? withImported(entry) : below(path).toSorted()) {
    const content = readFileSync(file);
    bytes += content.length;
    if (files.size >= mostFiles || bytes > mostBytes) throw notAPackage(path, 'it contains more than a tool package');
    hash.update(`${relative(path, file).split(sep).join('/')}\0${content.length}\0`).update(content);
    files.set(file, content.toString());
  }
  return { entry, hash: hash.digest('hex'), files };
}

/** The file that is loaded first; inside the package, and not in what it has installed. */
function entryOf(path: string): string {
  const kind = kindOf(path);
  if (kind.isFile()) return path;
  if (!kind.isDirectory()) throw notAPackage(path, 'it is neither a file nor a folder');
  const { main, exports } = readManifest(join(path, 'package.json'));
  const root = isRecord(exports) ? (exports['.'] ?? exports) : exports;
  const file = underConditions(root) ?? main;
  const named = resolve(path, typeof file === 'string' ? file : 'index.js');
  const entry = endings.map((ending) => named + ending).find(isFile) ?? named;
  const inside = relative(path, entry).split(sep);
  if (inside[0] === '..' || isAbsolute(inside.join(sep)) || inside.includes('node_modules')) {
    throw notAPackage(entry, 'its entry is outside the files that you agree to');
  }
  return entry;
}

export function notAPackage(path: string, why: string): RackError {
  return new RackError('file-shape', `this is not a tool package: ${why}`, {
    path,
    hint: 'it exports a tool as its default, as CONTRIBUTING.md describes',
  });
}

/** What `exports` names for Node, however deep; no file of JSON is in itself. */
function underConditions(named: unknown): string | undefined {
  if (typeof named === 'string') return named;
  if (!isRecord(named)) return undefined;
  const inner = ['default', 'import', 'node', 'require'].map((condition) => underConditions(named[condition]));
  return inner.find((file) => file !== undefined);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** It need not exist yet: it changes the hash as soon as it does. */
function withImported(entry: string): readonly string[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    if (seen.size > mostFiles) break;
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      const there = endings.map((ending) => resolve(dirname(file), name) + ending);
      const found = there.find(isFile);
      if (found !== undefined) seen.add(found);
    }
  }
  return [...seen].toSorted();
}

function below(folder: string): readonly string[] {
  const skipped = new Set(['node_modules', '.git']);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const file = join(folder, entry.name);
    if (entry.isDirectory()) return below(file);
    const kind = kindOf(file);
    if (kind.isFile() && isInside(folder, file)) return [file];
    throw notAPackage(file, 'it contains something that is neither a file nor a folder of its own');
  });
}

/** A link may only lead to the package itself. */
function isInside(folder: string, file: string): boolean {
  return !relative(realpathSync(folder), realpathSync(file)).startsWith('..');
}

function kindOf(path: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path);
  } catch (cause) {
    throw new RackError('file-unreadable', 'a file of the tool package is missing', { path, cause });
  }
}

function readManifest(file: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(manifest) ? manifest : {};
  } catch {
    return {};
  }
}
