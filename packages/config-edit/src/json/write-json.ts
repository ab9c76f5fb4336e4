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
  if (!placing.isLine || isEmpty(draft)) return writeInline(draft, placing.style);
  const width = inlineWidth(draft, placing) - placing.indent.length - used;
  const inline = width > 0 ? writeInline(draft, placing.style) : undefined;
  return inline === undefined || inline.length > width ? writeBlock(draft, placing) : inline;
}

function isEmpty(draft: MapDraft | ListDraft): boolean {
  return (draft.kind === 'map' ? draft.entries : draft.items).length === 0;
}

/** How long a line with it may be; 0: it takes several in any case. */
function inlineWidth(draft: MapDraft | ListDraft, { sibling }: Placing): number {
  if (sibling === 'block') return 0;
  if (sibling === 'inline') return draft.isOnPath ? WIDTH : SIBLING_WIDTH;
  return draft.isOnPath ? 0 : WIDTH;
}

function writeInline(draft: Draft, style: InlineStyle): string {
  if (draft.kind === 'raw') return draft.text;
  if (draft.kind === 'scalar') return JSON.stringify(draft.value);
  let inside = '';
  if (draft.kind === 'list') {
    for (const item of draft.items) inside += (inside === '' ? '' : `,${style.space}`) + writeInline(item, style);
    return inside === '' ? '[]' : `[${style.listPad}${inside}${style.listPad}]`;
  }
  for (const { key, value } of draft.entries) {
    inside += (inside === '' ? '' : `,${style.space}`) + JSON.stringify(key) + style.colon + writeInline(value, style);
  }
  return inside === '' ? '{}' : `{${style.mapPad}${inside}${style.mapPad}}`;
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
