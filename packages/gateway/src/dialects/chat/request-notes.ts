import type { Refusal } from '../../refusal.ts';

/** What comes up while a request is read. */
export interface RequestNotes {
  readonly warnings: readonly string[];
  /** The first reason not to pass the request on. */
  readonly refusal: Refusal | undefined;
  /** Something is left out; said once. */
  warn(text: string): void;
  refuse(refusal: Refusal): void;
}

/** A caller's client takes no more than 16 kB of headers. */
const mostWarnings = 20;

export function takeNotes(): RequestNotes {
  const warnings: string[] = [];
  let first: Refusal | undefined;
  return {
    warnings,
    get refusal() {
      return first;
    },
    warn: (text) => {
      // Headers are ASCII, and of a size.
      const plain = text.replaceAll(/[^\x20-\x7e]/gu, '?').slice(0, 120);
      if (warnings.length < mostWarnings && !warnings.includes(plain)) warnings.push(plain);
    },
    refuse: (refusal) => {
      first ??= refusal;
    },
  };
}
