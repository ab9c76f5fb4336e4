import type { Catalog, ListedModel } from '../model-list.ts';
import { lowestEstimate } from '../estimate-tokens.ts';
import { refuse } from '../refusal.ts';
import type { Dialect, Refusal } from '../refusal.ts';
import type { Asked } from '../attempt/asked.ts';

/** Up to three models of the caller's own list that hold the thread, the smallest first. */
function findLarger(catalog: Catalog, tokens: number): readonly string[] {
  const larger = [...catalog.values()].flatMap(({ row, window = 0 }) =>
    window >= tokens ? [{ id: row.id, window }] : [],
  );
  larger.sort((left, right) => left.window - right.window);
  return larger.slice(0, 3).map(({ id, window }) => `${id} (${window})`);
}

export interface Thread {
  readonly catalog: Catalog;
  readonly model: ListedModel;
  /** The low estimate. */
  readonly tokens: number;
  readonly dialect: Dialect;
}

interface Overflow {
  readonly catalog: Catalog;
  readonly id: string;
  readonly window: number | undefined;
  readonly tokens: number;
  readonly dialect: Dialect;
}

/**
 * The wording is the one that tools look for: Codex the code, Claude Code "prompt is too long: N tokens > M
 * maximum", others "maximum context length".
 */
function describeOverflow({ catalog, dialect, id, tokens, window }: Overflow): Refusal {
  const larger = findLarger(catalog, tokens);
  const remedy =
    larger.length === 0
      ? 'No model of this gateway is large enough: start a new conversation.'
      : `Models that are large enough: ${larger.join(', ')}; or start a new conversation.`;
  const limit = window === undefined ? 'is smaller' : `is ${window} tokens`;
  const what =
    dialect === 'anthropic'
      ? `prompt is too long: ${tokens} tokens > ${window ?? tokens - 1} maximum.`
      : `The maximum context length of ${id} ${limit}, this thread has at least ${tokens}.`;
  return refuse(400, 'context_length_exceeded', `${what} ${remedy}`);
}

/** Refuses what cannot fit. */
export function findOverflow({ catalog, dialect, model, tokens }: Thread): Refusal | undefined {
  const { window } = model;
  if (window === undefined || tokens <= window) return undefined;
  return describeOverflow({ catalog, id: model.row.id, window, tokens, dialect });
}

export interface RefusedThread {
  readonly asked: Asked;
  /** Of the model that did not hold it. */
  readonly window: number | undefined;
  /** How the upstream put it; empty: it was not asked. */
  readonly words: string;
}

/** The numbers that an upstream names: the limit and what was over it, in either order. */
function readSizes(words: string): readonly number[] {
  const numbers = [...words.matchAll(/\d[\d,_]*\d/gu)].map(([digits]) => Number(digits.replaceAll(/[,_]/gu, '')));
  return numbers.filter((value) => value >= 256 && value < 100_000_000).toSorted((left, right) => left - right);
}

/** The answer to a thread that is too long, with the way out. */
export function refuseOverflow({ asked, window, words }: RefusedThread): Refusal {
  const { catalog, dialect, resolved } = asked;
  const sizes = readSizes(words);
  const limit = window ?? (sizes.length > 1 ? sizes[0] : undefined);
  const largest = sizes.at(-1) ?? 0;
  const estimate = lowestEstimate(asked.body);
  const tokens = largest > (limit ?? 0) && sizes.length > 1 ? largest : Math.max(estimate, (limit ?? 0) + 1);
  return describeOverflow({ catalog, id: resolved.asked, window: limit, tokens, dialect });
}
