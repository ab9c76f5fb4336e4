import { matchesGlob, type Model } from '@modelrack/catalog';

/** Every word has to be there, a word with `*` as a glob of the id. */
export function isShown(text: string, filter: string): boolean {
  const [id = ''] = text.split(' ');
  return wordsOf(filter).every((word) =>
    word.includes('*') ? matchesGlob(word, id) : text.toLowerCase().includes(word),
  );
}

function wordsOf(filter: string): readonly string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function isTicked(id: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(glob, id));
}

/** Unticking a row of a glob leaves the others by their ids. */
export function toggled(globs: readonly string[], id: string, models: readonly Model[]): readonly string[] {
  if (!isTicked(id, globs)) return [...globs, id];
  return globs.flatMap((glob) => {
    if (!matchesGlob(glob, id)) return [glob];
    return models.filter((model) => model.id !== id && matchesGlob(glob, model.id)).map((model) => model.id);
  });
}

/** One word is a glob, if it matches what is shown and nothing else; otherwise the ids are kept. */
export function added(globs: readonly string[], filter: string, shown: readonly Model[]): readonly string[] {
  const [word, ...others] = wordsOf(filter);
  const glob = word === undefined ? '*' : globOf(word);
  const isGlob = others.length === 0 && shown.every(({ id }) => matchesGlob(glob, id));
  const fresh = isGlob ? [glob] : shown.map(({ id }) => id);
  return [...new Set([...globs.filter((each) => !isGlob || !matchesGlob(glob, each)), ...fresh])];
}

function globOf(word: string): string {
  return word.includes('*') ? word : `*${word}*`;
}
