import type { Parsed } from '../document/parsed.ts';
import type { Splice } from '../types.ts';
import type { Habits } from './write/write-yaml.ts';

export interface Planning {
  readonly parsed: Parsed;
  readonly habits: Habits;
  readonly splices: Splice[];
}

export function insertAt({ splices }: Planning, offset: number, text: string): void {
  splices.push({ start: offset, end: offset, text });
}
