import {
  clearWinner,
  createPicker,
  fitOf,
  modelsThatHold,
  remedyText,
  type Match,
  type Picker,
  type PickerRow,
} from '@modelrack/picker';
import { cleanText, money, windowText } from '@modelrack/text';
import { prefix } from './prefix.ts';
import type { KnownModels } from './known-models.ts';

/** A line of a tool that begins with one of our names. */
export interface Typed {
  /** Without the slash: `m-`, `m-sonnet-4.5`. */
  readonly command: string;
  /** What stands behind it. */
  readonly words: string;
  /** Of the thread that goes on, if known. */
  readonly tokens: number | undefined;
}

export interface Answer {
  /** Its first line is exactly `/model <id>`, if there is an id. */
  readonly text: string;
  /** undefined: nothing was named, or nothing matches. */
  readonly id: string | undefined;
}

const mostOthers = 4;

/** undefined: not one of our names. */
export function answerTo(typed: Typed, known: KnownModels): Answer | undefined {
  const named = idOf(typed, known);
  if (named === undefined && typed.command !== prefix) return undefined;
  const words = typed.words.trim();
  if (named !== undefined) return answerWith(named, [], { typed, known });
  const picker = pickerFor(known);
  if (words === '') return { text: helpText(picker, known), id: undefined };
  const matches = picker.search(words, mostOthers + 1);
  const [first, ...others] = matches;
  if (first === undefined) {
    return { text: `No model of ${known.gateway} matches "${cleanText(words).slice(0, 80)}".`, id: undefined };
  }
  return answerWith(first.row.id, clearWinner(matches) === undefined ? others : [], { typed, known });
}

/** A row that was taken replaces the last word: an id there is meant, whatever stands before it. */
function idOf({ command, words }: Typed, { rows, names }: KnownModels): string | undefined {
  if (command !== prefix) return Object.hasOwn(names, command) ? names[command] : undefined;
  const last = words.trim().split(/\s+/).at(-1);
  return rows.find(({ id }) => id === last)?.id;
}

function answerWith(
  id: string,
  others: readonly Match[],
  { typed, known }: { typed: Typed; known: KnownModels },
): Answer {
  const lines = [`/model ${id}`];
  if (others.length > 0) lines.push(`or: ${others.map(({ row }) => row.id).join(', ')}`);
  const remedy = remedyFor(id, typed.tokens, known.rows);
  const cost = costOf(
    known.rows.find((row) => row.id === id),
    typed.tokens,
  );
  if (remedy !== undefined) lines.push(remedy);
  else if (cost !== undefined) lines.push(`Reading this conversation costs ${cost}.`);
  return { text: lines.join('\n'), id };
}

function helpText(picker: Picker, { gateway }: KnownModels): string {
  const first = picker.search('', mostOthers).map(({ row }) => row.id);
  return `Type /${prefix} and a few letters of a model's name. ${gateway} has: ${first.join(', ')}, …`;
}

/** What to do where the thread is known not to fit into the model; undefined: it fits, or nobody knows. */
export function remedyFor(id: string, tokens: number | undefined, rows: readonly PickerRow[]): string | undefined {
  const row = rows.find((one) => one.id === id);
  const window = row?.contextWindow;
  if (tokens === undefined || window === undefined || fitOf(window, tokens) !== 'too-small') return undefined;
  return remedyText({ id, window, tokens, holding: modelsThatHold(rows, tokens) });
}

export interface Suggestion {
  /** Replaces the word at the cursor. */
  readonly text: string;
  /** The name; a long one would lose its beginning. */
  readonly label: string;
  readonly description: string;
}

const mostRows = 12;
/** Of `/m-` alone: aliases, what was picked lately, the newest. */
const mostUntyped = 24;

/** Rows for a line that is being typed, in our order; undefined: it is no line of ours. */
export function suggestionsFor(
  line: string,
  tokens: number | undefined,
  known: KnownModels,
): readonly Suggestion[] | undefined {
  const [, glue, words] = /^\/m-(\s*)([^\n]*)$/.exec(line) ?? [];
  if (glue === undefined || words === undefined) return undefined;
  // `/m- words` becomes `/m- <id>`, which runs our command; a word glued to the slash becomes the line itself.
  const isCommand = glue !== '';
  return pickerFor(known)
    .search(words, words.trim() === '' ? mostUntyped : mostRows)
    .map(({ row }) => ({
      text: isCommand ? row.id : `/model ${row.id}`,
      label: row.id.slice(row.id.lastIndexOf('/') + 1),
      description: describe(row, tokens),
    }));
}

function describe(row: PickerRow, tokens: number | undefined): string {
  const { id, contextWindow } = row;
  const isTooSmall = tokens !== undefined && fitOf(contextWindow, tokens) === 'too-small';
  const cost = costOf(row, tokens);
  const thread = isTooSmall ? 'too small for this conversation' : cost && `${cost} to read this conversation`;
  const parts = [id, windowText(contextWindow), thread];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** Of the thread that goes on, read once by a model whose price is known. */
function costOf(row: PickerRow | undefined, tokens: number | undefined): string | undefined {
  if (row?.inputPrice === undefined || tokens === undefined || tokens === 0) return undefined;
  return money((row.inputPrice * tokens) / 1_000_000);
}

let latest:
  | { readonly rows: KnownModels['rows']; readonly recent: KnownModels['recent']; readonly picker: Picker }
  | undefined;

/** Reading a long list takes longer than a key may; it stays the same for thousands of keys. */
function pickerFor({ rows, recent }: KnownModels): Picker {
  if (latest?.rows !== rows || latest.recent !== recent) {
    latest = { rows, recent, picker: createPicker(rows, { recent: recent ?? [] }) };
  }
  return latest.picker;
}
