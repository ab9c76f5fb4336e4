/**
 * `cs45` for `claude`, `sonnet`, `45`: letters in their order, the first of them at the start of a word.
 * 0 to .7, more where the others start words too or follow each other; 0: it is none.
 */
export function abbreviationScore(typed: string, pieces: readonly string[]): number {
  const letters = pieces.join('');
  if (typed.length < 2 || typed.length > letters.length) return 0;
  const starts = startsOf(pieces);
  // best[i]: most well placed letters of typed[0..row] with the last of them at i; -1: impossible.
  let best: readonly number[] = Array.from(letters, (letter, index) =>
    starts.has(index) && letter === typed[0] ? 1 : -1,
  );
  for (const wanted of typed.slice(1)) best = nextRow(best, { wanted, letters, starts });
  const most = Math.max(...best);
  if (most < 1) return 0;
  return 0.3 + (0.3 * most) / typed.length + (0.1 * typed.length) / letters.length;
}

interface Row {
  readonly wanted: string;
  readonly letters: string;
  readonly starts: ReadonlySet<number>;
}

function nextRow(above: readonly number[], { wanted, letters, starts }: Row): readonly number[] {
  let before = -1;
  return Array.from(letters, (letter, index) => {
    const neighbour = above[index - 1] ?? -1;
    const reached = letter === wanted ? placed(before, neighbour, starts.has(index)) : -1;
    before = Math.max(before, neighbour);
    return reached;
  });
}

function placed(before: number, neighbour: number, isStart: boolean): number {
  const anywhere = Math.max(before, neighbour);
  if (anywhere < 0) return -1;
  return Math.max(isStart ? anywhere + 1 : anywhere, neighbour < 0 ? -1 : neighbour + 1);
}

function startsOf(pieces: readonly string[]): ReadonlySet<number> {
  const starts = new Set<number>();
  let index = 0;
  for (const piece of pieces) {
    starts.add(index);
    index += piece.length;
  }
  return starts;
}
