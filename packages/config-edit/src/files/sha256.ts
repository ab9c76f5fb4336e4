import { createHash } from 'node:crypto';

/** In hex. Text counts as UTF-8. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
