const tokens = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[^\s]/g;

/**
 * Where the first comma stands that closes a map or list; undefined: nowhere. For tools whose parser takes
 * comments and not that. The text has been parsed: strings and comments are whole.
 */
export function trailingComma(text: string): number | undefined {
  let comma: number | undefined;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    if (comma !== undefined && (token === '}' || token === ']')) return comma;
    comma = token === ',' ? index : undefined;
  }
  return undefined;
}

/** Where the first comment in slashes and stars begins, for tools that know only those to the end of a line. */
export function blockComment(text: string): number | undefined {
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith('/*')) return index;
  }
  return undefined;
}
