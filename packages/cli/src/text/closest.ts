/** The candidate that a person most likely meant: at most a third of its letters differ. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const steps = distance(word, candidate);
    if (steps < least && steps <= Math.max(1, Math.floor(candidate.length / 3))) {
      best = candidate;
      least = steps;
    }
  }
  return best;
}

/** Levenshtein, row by row. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const substitute = (above[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(substitute, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
