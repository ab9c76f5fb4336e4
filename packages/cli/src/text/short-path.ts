import { sep } from 'node:path';

/** A path as people write it: the home folder is `~`. For tables; what a program may read gets the whole path. */
export function shortPath(path: string, home: string): string {
  if (home === '' || home === sep) return path;
  if (path === home) return '~';
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
