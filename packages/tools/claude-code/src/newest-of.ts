import type { ToolModel } from '@modelrack/tool-kit';

/** Of the models that have a word in their id the one with the highest version; of equal ones the plainest id. */
export function newestOf(models: readonly ToolModel[], word: string): ToolModel | undefined {
  const named = models.filter(({ id }) => new RegExp(`(?<![a-z])${word}(?![a-z])`, 'i').test(id));
  return named.toSorted((a, b) => compare(versionOf(b.id), versionOf(a.id)) || a.id.length - b.id.length)[0];
}

/** `claude-sonnet-4-20250514` -> 4, 20250514; `claude-3-7-sonnet` -> 3, 7. What stands behind a colon is a variant. */
function versionOf(id: string): readonly number[] {
  const name = id.slice(id.lastIndexOf('/') + 1).replace(/[:@].*$/, '');
  const numbers = (name.match(/\d+/g) ?? []).map(Number);
  const dates = numbers.filter((number) => number >= 100_000);
  const version = numbers.filter((number) => number < 100_000).slice(0, 2);
  return [version[0] ?? 0, version[1] ?? 0, dates[0] ?? 0];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, place) => number !== b[place]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
