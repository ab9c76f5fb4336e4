import { windowText } from '@modelrack/text';
import { byCodeUnits } from './id-index.ts';
import type { PickerRow } from './row.ts';

export type Fit = 'fits' | 'too-small' | 'unknown';

/** Whether a thread of so many tokens goes into a window. Equal is too small: the answer needs room. */
export function fitOf(window: number | undefined, tokens: number): Fit {
  if (window === undefined) return 'unknown';
  return window > tokens ? 'fits' : 'too-small';
}

/** Chat models whose window is known to hold the thread, the smallest first. */
export function modelsThatHold<Row extends PickerRow>(rows: readonly Row[], tokens: number): readonly Row[] {
  return rows
    .filter((row) => row.kind === 'chat' && row.deprecated !== true && fitOf(row.contextWindow, tokens) === 'fits')
    .toSorted(
      (one, other) =>
        (one.contextWindow ?? 0) - (other.contextWindow ?? 0) ||
        Number(one.form === 'full') - Number(other.form === 'full') ||
        byCodeUnits(one.id, other.id),
    );
}

export interface TooSmall {
  readonly id: string;
  readonly window: number;
  readonly tokens: number;
  /** As `modelsThatHold` gives them. */
  readonly holding: readonly PickerRow[];
}

const named = 3;

/** One sentence of what is wrong, one of what to do: for a terminal, and for a tool that shows our text. */
export function remedyText({ id, window, tokens, holding }: TooSmall): string {
  const problem = `This conversation has about ${windowText(tokens)} tokens; the context window of ${id} is ${windowText(window)}.`;
  if (holding.length === 0)
    return `${problem} No model of this gateway is known to be large enough: start a new conversation.`;
  const models = holding.slice(0, named).map((row) => `${row.id} (${windowText(row.contextWindow)})`);
  return `${problem} Choose a model with a larger context window: ${models.join(', ')}; or start a new conversation.`;
}
