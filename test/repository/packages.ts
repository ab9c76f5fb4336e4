import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export type Dependencies = Readonly<Record<string, string>>;
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
}

export type PackageKind = 'library' | 'tool' | 'cli' | 'test';
export interface WorkspacePackage {
  /** Folder name: `http`, `opencode`, `test`. */
  readonly id: string;
  /** From the root, with slashes: `packages/tools/opencode`. */
  readonly folder: string;
  readonly kind: PackageKind;
  readonly manifest: Manifest;
}

function folderNames(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isLeftOver(`${folder}/${entry.name}`))
    .map((entry) => entry.name)
    .toSorted();
}

/** What git leaves of the package of another branch: what was built and installed there. */
function isLeftOver(folder: string): boolean {
  return readdirSync(join(root, folder)).every((name) => ['dist', 'node_modules', 'build'].includes(name));
}

/** A new package has no manifest before the first rendering. */
function readManifest(folder: string, id: string): Manifest {
  const path = join(root, folder, 'package.json');
  if (!existsSync(path)) return { name: `@modelrack/${id}`, version: '', description: '' };
  // Our own file; that it has this form is what the rendered template proves.
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** Every package of the workspace, tools and `test` included. */
export function workspacePackages(): readonly WorkspacePackage[] {
  const found: { id: string; folder: string; kind: PackageKind }[] = [{ id: 'test', folder: 'test', kind: 'test' }];
  for (const id of folderNames('packages')) {
    if (id !== 'tools') found.push({ id, folder: `packages/${id}`, kind: id === 'cli' ? 'cli' : 'library' });
  }
  for (const id of folderNames('packages/tools')) found.push({ id, folder: `packages/tools/${id}`, kind: 'tool' });
  return found.map((target) => ({ ...target, manifest: readManifest(target.folder, target.id) }));
}

export function isOurs(name: string): boolean {
  return name === 'modelrack' || name.startsWith('@modelrack/');
}
