/** Where nodes stand: absolute paths without a slash at the end. */
export type MemoryTree = Map<string, MemoryNode>;

export type MemoryNode =
  | { readonly kind: 'file'; readonly inode: MemoryInode }
  | { readonly kind: 'folder'; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string };

export interface MemoryInode {
  bytes: Uint8Array;
  mode: number;
  readonly uid: number;
  readonly gid: number;
  links: number;
  modifiedMs: number;
}

/** The path without links, as the system resolves it; with `follow` also the last one. It need not exist. */
export function locate(tree: MemoryTree, path: string, follow: boolean): string {
  const pending = partsOf(path);
  let at = '/';
  let links = 0;
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const next = name === '..' ? parentOf(at) : child(at, name);
    const node = tree.get(next);
    if (node?.kind === 'link' && (follow || pending.length > 0)) {
      links += 1;
      if (links > 40) throw systemError('ELOOP', path);
      if (node.target.startsWith('/')) at = '/';
      pending.push(...partsOf(node.target));
      continue;
    }
    if (pending.length > 0 && node?.kind === 'file') throw systemError('ENOTDIR', path);
    at = next;
  }
  return at;
}

/** Last part first. */
function partsOf(path: string): string[] {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .toReversed();
}

export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function child(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

export function namesIn(tree: MemoryTree, folder: string): readonly string[] {
  const start = child(folder, '');
  return [...tree.keys()]
    .filter((path) => path !== '/' && path.startsWith(start) && !path.includes('/', start.length))
    .map((path) => path.slice(start.length))
    .toSorted();
}

export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
