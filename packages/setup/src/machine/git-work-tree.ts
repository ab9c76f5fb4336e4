import { pathsOf } from './folders.ts';
import { exists } from './resolve-place.ts';
import type { Machine } from './types.ts';

/**
 * Whether the file would be seen by git: some folder above it holds `.git`, or a repository without one there has
 * it in its work tree, as yadm, `$GIT_DIR` with `$GIT_WORK_TREE` and a bare repository for dotfiles do.
 */
export function isInGitWorkTree(machine: Machine, file: string): boolean {
  return hasGitAbove(machine, file) || repositoriesElsewhere(machine).some((each) => holds(machine, each, file));
}

function hasGitAbove(machine: Machine, file: string): boolean {
  const path = pathsOf(machine);
  let folder = path.dirname(file);
  for (;;) {
    if (exists(machine, path.join(folder, '.git'))) return true;
    const parent = path.dirname(folder);
    if (parent === folder) return false;
    folder = parent;
  }
}

interface Repository {
  readonly folder: string;
  /** undefined: whoever calls git names it; what the repository lists is relative to the home folder then. */
  readonly workTree: string | undefined;
}

function repositoriesElsewhere(machine: Machine): readonly Repository[] {
  const { home, variables, fs } = machine;
  const path = pathsOf(machine);
  const named = variables['GIT_DIR'];
  const data = variables['XDG_DATA_HOME'];
  const dataFolder = data !== undefined && path.isAbsolute(data) ? data : path.join(home, '.local/share');
  const found: Repository[] = [{ folder: path.join(dataFolder, 'yadm/repo.git'), workTree: home }];
  if (named) found.push({ folder: path.resolve(machine.cwd, named), workTree: variables['GIT_WORK_TREE'] });
  const names = listOf(() => fs.list(home));
  for (const name of names) found.push({ folder: path.join(home, name), workTree: undefined });
  return found
    .filter(({ folder }) => isRepository(machine, folder))
    .map(({ folder, workTree }) => ({ folder, workTree: workTree || workTreeOf(machine, folder) }));
}

function listOf(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function isRepository(machine: Machine, folder: string): boolean {
  const path = pathsOf(machine);
  return ['HEAD', 'objects', 'refs'].every((name) => exists(machine, path.join(folder, name)));
}

/** `core.worktree` of its configuration, without a parser of ours for git's whole language. */
function workTreeOf(machine: Machine, folder: string): string | undefined {
  const path = pathsOf(machine);
  const text = textOf(machine, path.join(folder, 'config')) ?? '';
  const [, named] = /^\s*worktree\s*=\s*"?([^"#;\n]+?)"?\s*$/im.exec(text) ?? [];
  return named === undefined ? undefined : path.resolve(folder, named);
}

function textOf(machine: Machine, file: string): string | undefined {
  try {
    return Buffer.from(machine.fs.read(file)).toString('latin1');
  } catch {
    return undefined;
  }
}

function holds(machine: Machine, { folder, workTree }: Repository, file: string): boolean {
  const path = pathsOf(machine);
  const inside = path.relative(workTree ?? machine.home, file);
  if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside)) return false;
  return workTree !== undefined || isListed(machine, folder, inside.replaceAll('\\', '/'));
}

/** Names stand in git's index as they are, each with a zero byte behind it; its version 4 keeps the ends only. */
function isListed(machine: Machine, folder: string, name: string): boolean {
  const index = textOf(machine, pathsOf(machine).join(folder, 'index'));
  if (index === undefined) return false;
  const bytes = Buffer.from(name).toString('latin1');
  const isShortened = index.charCodeAt(7) >= 4;
  return index.includes(`${isShortened ? bytes.slice(bytes.lastIndexOf('/') + 1) : bytes}\0`);
}
