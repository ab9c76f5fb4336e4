/** The words of one id, of one of its two sides, or of a query. */
export interface Words {
  /** Between signs: `qwen38`, `k25`, `70b`. */
  readonly chunks: readonly string[];
  /** The same cut between letters and digits: `qwen`, `38`. */
  readonly pieces: readonly string[];
}

const longestRun = 5;

/** Lower case, one form of each letter, and versions joined: `4.5`, `4-5`, `4p5` -> `45`, but not in `3-8b`. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/(?<![\d.])(\d{1,2})[.\-_p](\d{1,2})(?!\d|[bmkt](?![a-z]))/g, '$1$2');
}

export function wordsOf(text: string): Words {
  const chunks = normalise(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return { chunks, pieces: chunks.flatMap(piecesOf) };
}

export function piecesOf(chunk: string): readonly string[] {
  return chunk.match(/\p{N}+|[^\p{N}]+/gu) ?? [];
}

/** What neighbours read when they are typed without a sign between them: `gpt5mini`, `o3`, `zai`. */
export function runsOf(pieces: readonly string[]): readonly string[] {
  const runs: string[] = [];
  for (let start = 0; start < pieces.length; start += 1) {
    let run = pieces[start] ?? '';
    for (const next of pieces.slice(start + 1, start + longestRun)) {
      run += next;
      runs.push(run);
    }
  }
  return runs;
}

export function isNumber(word: string): boolean {
  return /^\p{N}+$/u.test(word);
}
