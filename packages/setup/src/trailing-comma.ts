/**
 * Where the first comma stands that closes a map or list; undefined: nowhere. For tools whose parser takes
 * comments and not that. The text has been parsed: strings and comments are whole.
 */
export function trailingComma(text: string): number | undefined {
  const tokens = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[^\s]/g;
  let comma: number | undefined;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    if (comma !== undefined && (token === '}' || token === ']')) return comma;
    comma = token === ',' ? index : undefined;
  }
  return undefined;
}
