import type { Draft, ListDraft, MapDraft } from '../edit/draft.ts';

/** How values are spelled that stay on one line. */
export interface InlineStyle {
  /** Between key and value, with the colon. */
  readonly colon: string;
  /** Behind a comma. */
  readonly space: string;
  readonly mapPad: string;
  readonly listPad: string;
}

export const SPACED: InlineStyle = { colon: ': ', space: ' ', mapPad: ' ', listPad: '' };
export const DENSE: InlineStyle = { colon: ':', space: '', mapPad: '', listPad: '' };

/** How a new value is put where it goes. */
export interface Placing {
  /** On a line of its own; else everything stays on the line that it goes into. */
  readonly isLine: boolean;
  readonly indent: string;
  readonly unit: string;
  readonly eol: string;
  readonly style: InlineStyle;
  /** What a sibling of the same kind looks like. */
  readonly sibling: 'inline' | 'block' | undefined;
}

/** Longer values are spread over lines, where they have lines of their own. */
const WIDTH = 100;
/** A sibling on one line may be this long. */
const SIBLING_WIDTH = 200;

export function writeJson(draft: Draft, placing: Placing, used: number): string {
  if (draft.kind === 'raw') return draft.text;
  if (draft.kind === 'scalar') return JSON.stringify(draft.value);
  const inline = writeInline(draft, placing.style);
  if (!placing.isLine || isEmpty(draft)) return inline;
  if (isInline(draft, placing, placing.indent.length + used + inline.length)) return inline;
  return writeBlock(draft, placing);
}

function isEmpty(draft: MapDraft | ListDraft): boolean {
  return (draft.kind === 'map' ? draft.entries : draft.items).length === 0;
}

function isInline(draft: MapDraft | ListDraft, placing: Placing, width: number): boolean {
  if (placing.sibling === 'block') return false;
  if (placing.sibling === 'inline') return width <= (draft.isOnPath ? WIDTH : SIBLING_WIDTH);
  return !draft.isOnPath && width <= WIDTH;
}

function writeInline(draft: Draft, style: InlineStyle): string {
  if (draft.kind === 'raw') return draft.text;
  if (draft.kind === 'scalar') return JSON.stringify(draft.value);
  if (draft.kind === 'list')
    return enclose(
      `[${style.listPad}`,
      draft.items.map((item) => writeInline(item, style)),
      { style, close: `${style.listPad}]` },
    );
  const entries = draft.entries.map(({ key, value }) => JSON.stringify(key) + style.colon + writeInline(value, style));
  return enclose(`{${style.mapPad}`, entries, { style, close: `${style.mapPad}}` });
}

function enclose(
  open: string,
  parts: readonly string[],
  { style, close }: { style: InlineStyle; close: string },
): string {
  return parts.length === 0 ? open.trim() + close.trim() : open + parts.join(`,${style.space}`) + close;
}

function writeBlock(draft: MapDraft | ListDraft, placing: Placing): string {
  const inner: Placing = { ...placing, indent: placing.indent + placing.unit, sibling: undefined };
  const { colon } = placing.style;
  const parts =
    draft.kind === 'list'
      ? draft.items.map((item) => writeJson(item, inner, 0))
      : draft.entries.map(({ key, value }) => {
          const head = JSON.stringify(key) + colon;
          return head + writeJson(value, inner, head.length);
        });
  const lead = placing.eol + inner.indent;
  const [open, close] = draft.kind === 'list' ? '[]' : '{}';
  return `${open}${lead}${parts.join(`,${lead}`)}${placing.eol}${placing.indent}${close}`;
}
