import { posix } from 'node:path';
import { isTestCode } from './imports.ts';
import type { Source } from './sources.ts';

/**
 * What lies in a folder, from the top floor down: each may import those after it, never those before it. A floor is
 * a folder, a file by its name, or `.` for the files beside them.
 */
export type Floors = Readonly<Record<string, readonly string[]>>;

/** Folders that are not sorted yet, and how many files they may have until then. */
export type Crowded = Readonly<Record<string, number>>;

const mostFiles = 15;
const mostLines = 300;

/** Files that import each other in a loop, types included: each loop as `a -> b -> a`. */
export function circlesOf(sources: readonly Source[]): readonly string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const trail: string[] = [];
  const found: string[] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push([...trail.slice(start), path].join(' -> '));
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    for (const next of byPath.get(path)?.imports ?? []) visit(next);
    trail.pop();
    done.add(path);
  };
  for (const { path } of sources) visit(path);
  return found;
}

/** Imports that point up, and files without a floor. Tests and doubles may look at everything. */
export function upwardImports(sources: readonly Source[], floors: Floors): readonly string[] {
  const shipped = sources.filter(({ path }) => !isTestCode(path));
  return Object.entries(floors).flatMap(([folder, order]) => {
    const inside = shipped.filter(({ path }) => path.startsWith(`${folder}/`));
    return inside.flatMap(({ path, imports }) => {
      const own = floorOf(path, folder, order);
      if (own < 0) return [`${path} has no floor in the picture of ${folder}`];
      return imports
        .filter((target) => target.startsWith(`${folder}/`) && !isTestCode(target))
        .filter((target) => floorOf(target, folder, order) < own)
        .map((target) => `${path} imports ${target}, which is above it`);
    });
  });
}

/** Packages with folders that the picture does not have. */
export function unknownFolders(sources: readonly Source[], floors: Floors): readonly string[] {
  const folders = sources
    .filter(({ path }) => !isTestCode(path) && /^packages\/.*\/src\/[^/]+\//.test(path))
    .map(({ path }) => path.replace(/\/src\/.*$/, '/src'));
  return [...new Set(folders)].filter((folder) => !(folder in floors));
}

function floorOf(path: string, folder: string, order: readonly string[]): number {
  const [name = '', ...rest] = path.slice(folder.length + 1).split('/');
  const named = order.indexOf(name);
  return named < 0 && rest.length === 0 ? order.indexOf('.') : named;
}

/**
 * Folders with too many files beside each other. A test lies beside its file and is found with it, so it does
 * not count; a folder of nothing but tests is a list of them.
 */
export function crowdedFolders(sources: readonly Source[], crowded: Crowded): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    if (path.endsWith('.test.ts')) continue;
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    const most = crowded[folder] ?? mostFiles;
    return count > most ? [`${folder} has ${count} files, at most ${most} are allowed`] : [];
  });
}

export function longFiles(sources: readonly Source[]): readonly string[] {
  return sources.filter(({ lines }) => lines > mostLines).map(({ path, lines }) => `${path} has ${lines} lines`);
}

export function medianLines(sources: readonly Source[]): number {
  const lines = sources.map((source) => source.lines).toSorted((left, right) => left - right);
  return lines[Math.floor((lines.length - 1) / 2)] ?? 0;
}

/** All that is loaded, sooner or later, from these files on. */
export function reachableFrom(sources: readonly Source[], entries: readonly string[]): readonly Source[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const next of byPath.get(path)?.imports ?? []) visit(next);
  };
  for (const entry of entries) visit(entry);
  return sources.filter(({ path }) => reached.has(path));
}
