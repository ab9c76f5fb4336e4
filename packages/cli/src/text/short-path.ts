import { sep } from 'node:path';

/** A path as people write it: the home folder is `~`. For tables; what a program may read gets the whole path. */
export function shortPath(path: string, home: string): string {
  if (home === '' || home === sep) return path;
  if (path === home) return '~';
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** A diff whose head names the file as the table below it does. */
export function shortHead(diff: string, home: string): string {
  return diff.replace(/^--- .*\n\+\+\+ .*\n/, (head) => shortPaths(head, home));
}

/** The same for each path in a sentence; in quotes a shell would not know it again. */
export function shortPaths(text: string, home: string): string {
  return text
    .split(' ')
    .map((word) => {
      const [mark = ''] = /^[`(]*/.exec(word) ?? [];
      return mark + shortPath(word.slice(mark.length), home);
    })
    .join(' ');
}
