import { setFlagsFromString } from 'node:v8';

/**
 * Most commands are over before code that was optimized pays for what that took, in threads beside ours: a set-up of
 * four tools costs a third less without. Asked for late: what Node loads of itself after it, it compiles anew.
 */
export function expectShortRun(): void {
  // From 22 on, there is another compiler for what is hot, and no such budget: V8 would complain of it aloud.
  setFlagsFromString(process.versions.node.startsWith('20.') ? '--interrupt-budget=2000000' : '--no-opt');
}
