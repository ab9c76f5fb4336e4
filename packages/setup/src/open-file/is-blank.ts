/** Nothing but blanks, or an empty object or list. */
export function isBlank(bytes: Uint8Array): boolean {
  return /^\s*(\{\s*\}|\[\s*\])?\s*$/.test(new TextDecoder().decode(bytes));
}
