import Fuse from 'fuse.js/basic';
import { shortForms } from './short-forms.ts';
import { isNumber } from './words.ts';

/** How well a word of the list answers a typed one: its number -> 0 to 1. */
export type WordScores = ReadonlyMap<number, number>;

const mostFuzzyHits = 12;
const longestFuzzyWord = 24;
/** Two letters stand in the middle of almost any word. */
const shortestPart = 3;

/** Every word of the whole list, once. Typing errors are mended here, in words, not in ids. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  #fuse: Fuse<string> | undefined;

  add(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.length;
    this.#words.push(word);
    this.#numbers.set(word, number);
    return number;
  }

  /** Equal, a beginning, a part, or a known short form. */
  spelled(typed: string): WordScores {
    return isNumber(typed) ? this.#numbersLike(typed) : this.#wordsLike(typed);
  }

  /** Words that are nearly so; empty for numbers and for words of one or two letters. */
  misspelled(typed: string): WordScores {
    const scores = new Map<number, number>();
    if (typed.length < 3 || typed.length > longestFuzzyWord || /\p{N}/u.test(typed)) return scores;
    for (const swapped of swapsOf(typed)) {
      const number = this.#numbers.get(swapped);
      if (number !== undefined) scores.set(number, 0.56);
    }
    // Only now: who types without errors never pays for this index.
    this.#fuse ??= new Fuse(this.#words.filter(isMendable), { threshold: 0.4, includeScore: true });
    for (const { item, score = 1 } of this.#fuse.search(typed, { limit: mostFuzzyHits })) {
      // Few people miss the first letter.
      const start = item[0] === typed[0] ? 1 : 0.8;
      const number = this.#numbers.get(item);
      if (number === undefined) continue;
      scores.set(number, Math.max(0.62 * (1 - score) * start, scores.get(number) ?? 0));
    }
    return scores;
  }

  /** `5` may be the beginning of `55`; otherwise a number is right or wrong. */
  #numbersLike(typed: string): WordScores {
    const scores = new Map<number, number>();
    for (const [number, word] of this.#words.entries()) {
      if (word === typed) scores.set(number, 1);
      else if (word.startsWith(typed) && isNumber(word)) scores.set(number, word.length === 2 ? 0.72 : 0.6);
    }
    return scores;
  }

  #wordsLike(typed: string): WordScores {
    const scores = new Map<number, number>();
    for (const [number, word] of this.#words.entries()) {
      const at = word.indexOf(typed);
      if (at === -1) continue;
      if (word.length === typed.length) scores.set(number, 1);
      else if (at === 0) scores.set(number, 0.75 + (0.2 * typed.length) / word.length);
      else if (typed.length >= shortestPart) scores.set(number, 0.6);
    }
    for (const [long, score] of shortForms.get(typed) ?? []) {
      const number = this.#numbers.get(long);
      if (number !== undefined) scores.set(number, Math.max(score, scores.get(number) ?? 0));
    }
    return scores;
  }
}

/** A glued word (`qwen38`) is there in its pieces, too. */
function isMendable(word: string): boolean {
  return word.length > 2 && !/\p{N}/u.test(word);
}

/** The commonest error of typing, which counts as two letters otherwise: `gtp`, `mnii`. */
function swapsOf(word: string): readonly string[] {
  return Array.from(word.slice(1), (second, at) => `${word.slice(0, at)}${second}${word[at]}${word.slice(at + 2)}`);
}
