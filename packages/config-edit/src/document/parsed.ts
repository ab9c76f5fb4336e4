import type { Document } from '../types.ts';
import type { Tokens } from './tokens.ts';

/** A document with what planning needs beyond its values. */
export interface Parsed {
  readonly document: Document;
  readonly tokens: Tokens;
}
