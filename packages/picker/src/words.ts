/** The words of one id, of one of its two sides, or of a query. */
export interface Words {
  /** Between signs: `qwen38`, `k25`, `70b`. */
  readonly chunks: readonly string[];
  /** The same cut between letters and digits: `qwen`, `38`. */
  readonly pieces: readonly string[];
}

/** Of lower case, one form of each letter, and with versions joined: `4.5`, `4-5`, `4p5` -> `45`, but not in `3-8b`. */
export function wordsOf(text: string): Words {
  // Almost every id is ASCII, and there the short way is much quicker.
  const isPlain = !/[^\u0020-\u007e]/.test(text);
  const lower = (isPlain ? text : text.normalize('NFKC')).toLowerCase();
  const normal = lower.replaceAll(/(?<![\d.])(\d{1,2})[.\-_p](\d{1,2})(?!\d|[bmkt](?![a-z]))/g, '$1$2');
  const chunks = normal.match(isPlain ? /[a-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return { chunks, pieces: chunks.length === 0 ? chunks : piecesOf(normal, isPlain) };
}

function piecesOf(normal: string, isPlain: boolean): readonly string[] {
  return normal.match(isPlain ? /[0-9]+|[a-z]+/g : /\p{N}+|[\p{L}\p{M}]+/gu) ?? [];
}

export function isNumber(word: string): boolean {
  return /^\p{N}+$/u.test(word);
}
