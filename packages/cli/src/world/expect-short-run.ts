import { setFlagsFromString } from 'node:v8';

const isOldCompiler = process.versions.node.startsWith('20.');

/**
 * Most commands are over before code that was optimized pays for what that took, in threads beside ours: a set-up of
 * four tools costs a third less without. Asked for late: what Node loads of itself after it, it compiles anew.
 */
export function expectShortRun(): void {
  // From 22 on, there is another compiler for what is hot, and no such budget: V8 would complain of it aloud.
  setFlagsFromString(isOldCompiler ? '--interrupt-budget=2000000' : '--no-opt');
}

/** For what only reads a list from the disk: from 22 on, it is over before anything is optimized. */
export function expectShortestRun(): void {
  if (isOldCompiler) expectShortRun();
}
