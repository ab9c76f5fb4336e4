/**
 * Cuts a text into what the demo calls tokens: up to six characters of a word with the space before it.
 * Joined they are the text again.
 */
export function splitTokens(text: string): readonly string[] {
  return text.match(/\s*\S{1,6}|\s+$/gu) ?? [];
}

/** Pieces of a few tokens each, as a stream delivers them. */
export function groupTokens(tokens: readonly string[], size = 4): readonly string[] {
  const groups: string[] = [];
  for (let start = 0; start < tokens.length; start += size) {
    groups.push(tokens.slice(start, start + size).join(''));
  }
  return groups;
}
