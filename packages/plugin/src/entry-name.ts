import { prefix } from './prefix.ts';

const longest = 64;

/**
 * As it can be typed in a tool and be the name of a file: lower-case letters, digits, dashes and, where `dots` are
 * allowed, dots. undefined: nothing is left of it, or too much.
 */
export function entryName(text: string, dots: '.' | '' = '.'): string | undefined {
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(dots === '.' ? /[^a-z0-9.]+/g : /[^a-z0-9]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  const full = `${prefix}${name}`;
  return name === '' || full.length > longest ? undefined : full;
}
