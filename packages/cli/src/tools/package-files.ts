import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { RackError } from '@modelrack/errors';
import { isRecord } from '@modelrack/json';

/** More is no tool package: one is a small pure function and some data. */
const mostFiles = 500;
const mostBytes = 5_000_000;
const code = /\.[cm]?js$/;
/** Files named by a fixed text in `import`, `export … from`, `import()` and `require()`. */
const imports = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

/**
 * SHA-256 over the names and bytes of all that runs: the files of the folder, or one file and those that it
 * imports. What it has installed (`node_modules`) is not looked at.
 * @throws RackError `file-shape` where something would run that is not among them
 */
export function hashOf(path: string): string {
  const hash = createHash('sha256');
  let bytes = 0;
  const files = filesOf(path);
  for (const file of files) {
    const content = readFileSync(file);
    bytes += content.length;
    if (files.length > mostFiles || bytes > mostBytes) throw notAPackage(path, 'it contains more than a tool package');
    hash.update(`${relative(path, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** The file that is loaded first; inside the package, and not in what it has installed. */
export function entryOf(path: string): string {
  const kind = kindOf(path);
  if (kind.isFile()) return path;
  if (!kind.isDirectory()) throw notAPackage(path, 'it is neither a file nor a folder');
  const { main, exports } = readManifest(join(path, 'package.json'));
  const root = isRecord(exports) ? (exports['.'] ?? exports) : exports;
  const named = isRecord(root) ? (root['default'] ?? root['import']) : root;
  const file = typeof named === 'string' ? named : main;
  const entry = resolve(path, typeof file === 'string' ? file : 'index.js');
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

function filesOf(path: string): readonly string[] {
  const isFolder = kindOf(path).isDirectory();
  const entry = entryOf(path);
  const listed = new Set(isFolder ? below(path) : []);
  // A link inside leads to what is hashed under its own name, too.
  const waiting = [entry, ...listed];
  const seen = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    if (seen.size > mostFiles) throw notAPackage(path, 'it contains more than a tool package');
    seen.add(file);
    for (const imported of importedBy(file)) {
      if (isFolder && !listed.has(imported)) throw notAPackage(file, `it imports ${imported}, which is outside of it`);
      waiting.push(imported);
    }
  }
  return [...seen].toSorted();
}

function importedBy(file: string): readonly string[] {
  if (!kindOf(file).isFile()) throw notAPackage(file, 'it is not a file');
  if (!code.test(file)) return [];
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(imports)].map(([, named = '']) => resolve(dirname(file), named));
}

function below(folder: string): readonly string[] {
  const skipped = new Set(['node_modules', '.git']);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const file = join(folder, entry.name);
    if (entry.isDirectory()) return below(file);
    const kind = kindOf(file);
    if (kind.isFile() && isInside(folder, file)) return [file];
    throw notAPackage(file, 'it contains what is neither a file nor a folder of its own');
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
