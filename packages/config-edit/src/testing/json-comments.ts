import { createScanner } from 'jsonc-parser';

/** Told by the scanner's own package, in the order of the text. */
export function commentsOfJson(text: string): string[] {
  const scanner = createScanner(text);
  const found: string[] = [];
  for (let kind: number = scanner.scan(); kind !== 17; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (kind === 12 || kind === 13) found.push(text.slice(start, start + scanner.getTokenLength()));
  }
  return found;
}
