/** Whether a release came before another, by its numbers; one that nobody knows never did. */
export function isOlder(version: string | undefined, than: string): boolean {
  const numbers = numbersOf(version ?? '');
  if (numbers === undefined) return false;
  const others = numbersOf(than) ?? [];
  const index = others.findIndex((number, at) => number !== (numbers[at] ?? 0));
  return index >= 0 && (numbers[index] ?? 0) < (others[index] ?? 0);
}

function numbersOf(version: string): readonly number[] | undefined {
  const [text] = /^\d+(\.\d+)*/.exec(version) ?? [];
  return text?.split('.').map(Number);
}
