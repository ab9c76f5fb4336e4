/** Dollars as people write them: `$3`, `$0.30`, `$0.0004`, and never more than there is to say. */
export function money(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars >= 1) return `$${trimmed(dollars.toFixed(2))}`;
  const digits = Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(dollars))));
  return `$${dollars.toFixed(digits)}`;
}

function trimmed(text: string): string {
  return text.replace(/\.00$/, '');
}

/** Of a million tokens in, and out: `$3/$15`. */
export function priceText({ input, output }: { readonly input: number; readonly output: number }): string {
  return input === 0 && output === 0 ? 'free' : `${money(input)}/${money(output)}`;
}
