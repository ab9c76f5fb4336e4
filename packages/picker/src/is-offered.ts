import { isSafe } from '@modelrack/text';

/** Whether an id can be offered at all, and printed behind `/model `: nothing in it steers a terminal or breaks a line. */
export function isOffered(id: string): boolean {
  return id !== '' && isSafe(id);
}
