import { setFlagsFromString } from 'node:v8';

/**
 * A server holds bodies outside of the heap: they are given back when the young objects that name them are collected.
 * Left alone, Node lets those grow to 16 MB, and until then bodies pile up so high that it looks through everything
 * instead: that cost more than all else that a large request takes.
 */
export function expectLongRun(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
