import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { RackError } from '@modelrack/errors';
import { errnoOf, toReadError } from './errno.ts';
import type { FileStat, FileSystem } from './types.ts';

const maxLinks = 40;

export interface ResolvedPath {
  readonly realPath: string;
  /** undefined: nothing is there. */
  readonly stat: FileStat | undefined;
}

interface Part {
  readonly name: string;
  /** Comes from the text of a link, not from the path that was asked for. */
  readonly isFromLink: boolean;
}

/**
 * Follows links by hand, part by part, because the system's own way fails on a dangling link, and because
 * `..` in a link counts from the folder that really holds the link.
 * @throws RackError `file-unreadable`: a loop, a file where a folder is needed, a folder that is closed to us;
 * `file-not-writable`: a link into a folder that does not exist
 */
export function resolveLinks(fs: FileSystem, path: string): ResolvedPath {
  const absolute = isAbsolute(path) ? path : resolve(path);
  const pending = partsOf(absolute, false);
  let current = parse(absolute).root;
  let stat: FileStat | undefined;
  let links = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const next = part.name === '..' ? dirname(current) : join(current, part.name);
    stat = look(fs, next, path);
    if (stat === undefined) {
      if (part.isFromLink && pending.length > 0) throw leadsNowhere(next, path);
      return { realPath: join(next, ...pending.map(({ name }) => name).toReversed()), stat: undefined };
    }
    if (stat.kind === 'link') {
      links += 1;
      if (links > maxLinks) throw loop(path);
      const target = readLink(fs, next, path);
      if (isAbsolute(target)) current = parse(target).root;
      pending.push(...partsOf(target, true));
      continue;
    }
    if (stat.kind !== 'folder' && pending.length > 0) {
      throw new RackError('file-unreadable', `${next} is a file where a folder is needed`, { path });
    }
    current = next;
  }
  return { realPath: current, stat: stat ?? look(fs, current, path) };
}

function leadsNowhere(folder: string, path: string): RackError {
  return new RackError('file-not-writable', `a link leads to ${folder}, which does not exist`, {
    path,
    hint: 'make that folder, or remove the link',
  });
}

function loop(path: string): RackError {
  return new RackError('file-unreadable', `this path follows more than ${maxLinks} links, or links in a circle`, {
    path,
    hint: 'remove the link, and put the file there',
  });
}

/** Last part first: a stack. */
function partsOf(path: string, isFromLink: boolean): Part[] {
  return path
    .slice(parse(path).root.length)
    .split(sep === '/' ? '/' : /[\\/]/)
    .filter((name) => name !== '' && name !== '.')
    .map((name) => ({ name, isFromLink }))
    .toReversed();
}

function look(fs: FileSystem, at: string, path: string): FileStat | undefined {
  try {
    return fs.lstat(at);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw toReadError(error, path);
  }
}

function readLink(fs: FileSystem, at: string, path: string): string {
  try {
    return fs.readLink(at);
  } catch (error) {
    throw toReadError(error, path);
  }
}
