import { abbreviationScore } from './abbreviation.ts';
import type { IdIndex } from './id-index.ts';
import type { KnownId } from './known-id.ts';
import { wordsOf } from './words.ts';

/** By position, only those that answer the query. */
export interface IdScores {
  readonly scores: ReadonlyMap<number, number>;
  readonly isPartial: boolean;
}

type Scores = ReadonlyMap<number, number>;

const mostWords = 12;
const steps = 25;
const nothing: Scores = new Map();

/** Every word of the query must be answered. Only where nobody answers all are errors of typing looked at. */
export function scoreIds(index: IdIndex, typed: string): IdScores {
  const words = wordsOf(typed).chunks.slice(0, mostWords);
  if (words.length === 0) return { scores: withLiteral(index, typed.toLowerCase()), isPartial: false };
  const attempts: ((word: string) => Scores)[] = [
    (word) => spelled(index, word, false),
    (word) => spelled(index, word, true),
    (word) => orAbbreviated(index, word),
  ];
  for (const attempt of attempts) {
    const mean = meanOf(words.map(attempt), words.length);
    if (mean.size > 0) return { scores: withBonuses(index, typed, mean), isPartial: false };
  }
  if (words.length === 1) return { scores: nothing, isPartial: false };
  // Two liberties at once would answer anything with something.
  const byWord = words.map((word) => spelled(index, word, false));
  return { scores: withBonuses(index, typed, meanOf(byWord, words.length - 1)), isPartial: true };
}

/** Signs and pictures only. */
function withLiteral({ ids }: IdIndex, typed: string): Scores {
  return new Map(ids.flatMap(({ lower }, position) => (lower.includes(typed) ? [[position, 0.6] as const] : [])));
}

/** Ids that answer at least `needed` of the words, by their mean over all of them. */
function meanOf(byWord: readonly Scores[], needed: number): Scores {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const scores of byWord) {
    for (const [position, score] of scores) {
      const known = sums.get(position);
      if (known === undefined) sums.set(position, { sum: score, count: 1 });
      else {
        known.sum += score;
        known.count += 1;
      }
    }
  }
  const answers = [...sums].filter(([, { count }]) => count >= needed);
  return new Map(answers.map(([position, { sum }]) => [position, sum / byWord.length]));
}

/** A word as it stands, as neighbours without a sign, or cut between its letters and digits. */
function spelled(index: IdIndex, word: string, isLenient: boolean): Scores {
  const scores = new Map(single(index, word, isLenient));
  raise(scores, glued(index, word), 1);
  const { pieces } = wordsOf(word);
  if (pieces.length > 1)
    raise(
      scores,
      meanOf(
        pieces.map((piece) => single(index, piece, isLenient)),
        pieces.length,
      ),
      0.92,
    );
  return scores;
}

function raise(scores: Map<number, number>, more: Scores, factor: number): void {
  for (const [position, score] of more) {
    if (score * factor > (scores.get(position) ?? 0)) scores.set(position, score * factor);
  }
}

function single({ vocabulary, places }: IdIndex, word: string, isLenient: boolean): Scores {
  const exact = vocabulary.spelled(word);
  // What is spelled right somewhere may still be an error here: `mni` is a part of `omni`.
  const byWord = isLenient ? [...vocabulary.misspelled(word), ...exact] : exact;
  const scores = new Map<number, number>();
  for (const [number, score] of byWord) {
    const { positions = [], weights = [] } = places[number] ?? {};
    for (const [at, position] of positions.entries()) {
      const weighted = score * (weights[at] ?? 0);
      if (weighted > (scores.get(position) ?? 0)) scores.set(position, weighted);
    }
  }
  return scores;
}

const shortestGlued = 3;

/** Neighbouring words typed without a sign between them: `gpt5mini`, `o3`, `zai`. */
function glued({ ids }: IdIndex, word: string): Scores {
  const scores = new Map<number, number>();
  for (const [
    position,
    {
      glued: model,
      gluedProvider,
      model: { pieces },
      provider,
    },
  ] of ids.entries()) {
    const score = Math.max(
      gluedScore(word, model, pieces),
      gluedProvider === '' ? 0 : gluedScore(word, gluedProvider, provider.pieces),
    );
    if (score > 0) scores.set(position, score);
  }
  return scores;
}

/** 1 where it begins and ends with a word; less where its last word is not finished. */
function gluedScore(word: string, letters: string, pieces: readonly string[]): number {
  let best = 0;
  for (let at = letters.indexOf(word); at !== -1; at = letters.indexOf(word, at + 1)) {
    const end = endOfWord(pieces, at, at + word.length);
    if (end === at + word.length) return 1;
    if (end > 0 && word.length >= shortestGlued) best = Math.max(best, 0.7 + (0.2 * word.length) / (end - at));
  }
  return best;
}

/** Where the word ends into which `to` falls; 0 if no word begins at `from`. */
function endOfWord(pieces: readonly string[], from: number, to: number): number {
  let end = 0;
  let hasStart = false;
  for (const piece of pieces) {
    hasStart ||= end === from;
    end += piece.length;
    if (end >= to) return hasStart ? end : 0;
  }
  return 0;
}

function orAbbreviated(index: IdIndex, word: string): Scores {
  const scores = spelled(index, word, true);
  if (scores.size > 0) return scores;
  const abbreviated = index.ids.flatMap(({ model }, position) => {
    const score = abbreviationScore(word, model.pieces);
    return score > 0 ? [[position, score] as const] : [];
  });
  return new Map(abbreviated);
}

/** What is typed letter by letter as it stands in the id tells more than words do. */
function withBonuses({ rows, ids }: IdIndex, typed: string, means: Scores): Scores {
  const lower = typed.toLowerCase();
  const { chunks, pieces } = wordsOf(typed);
  const gluedQuery = pieces.join('');
  const wantedKinds = new Set(chunks.map((word) => kindWords.get(word)));
  const scores = new Map<number, number>();
  for (const [position, mean] of means) {
    const row = rows[position];
    const known = ids[position];
    if (row === undefined || known === undefined) continue;
    let score = mean;
    // Two ids may differ by their capitals only.
    if (row.id === typed) score += 3.2;
    else if (known.lower === lower) score += 3;
    else if (startsWithWords(known.lower, lower)) score += 0.6;
    if (lower.length > 3 && known.lower.includes(lower)) score += 0.25;
    if (row.form === 'alias') score += aliasBonus(known, gluedQuery);
    else if (known.glued === gluedQuery) score += 0.2;
    if (row.kind !== 'chat' && wantedKinds.has(row.kind)) score += 0.1;
    scores.set(position, Math.round(score * steps) / steps);
  }
  return scores;
}

/** Who types one of these means no chat model, even if one has the word in its id. */
const kindWords: ReadonlyMap<string, string> = new Map([
  ['image', 'image'],
  ['video', 'video'],
  ['tts', 'speech'],
  ['speech', 'speech'],
  ['transcribe', 'transcription'],
  ['stt', 'transcription'],
  ['embed', 'embedding'],
  ['embedding', 'embedding'],
  ['rerank', 'rerank'],
  ['moderation', 'moderation'],
  ['realtime', 'realtime'],
]);

/** Whole words, unless a slash shows that an id is being typed. */
function startsWithWords(id: string, typed: string): boolean {
  return id.startsWith(typed) && (typed.includes('/') || !/^[\p{L}\p{N}]/u.test(id.slice(typed.length)));
}

/** Short names that somebody made on purpose; only where they are spelled as typed. */
function aliasBonus({ glued: alias, model }: KnownId, typed: string): number {
  if (alias === typed) return 0.5;
  if (alias.startsWith(typed)) return typed.length > 1 ? 0.3 : 0.25;
  return model.pieces.some((piece) => piece.startsWith(typed)) ? 0.1 : 0;
}
