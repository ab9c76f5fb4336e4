import type { Model } from '@modelrack/catalog';
import { oneLine, priceText, windowText } from '@modelrack/text';
import { marksOf } from '../text/list-columns.ts';
import { columnsOf } from '../text/table.ts';

export interface ModelRow {
  /** What the list shows, no wider than the terminal. */
  readonly name: string;
  readonly model: Model;
}

/** Before the name: the cursor and a space; and nothing is written into the last column. */
const margin = 3;
const narrowest = 16;
const gap = '  ';
const shortestDetail = 8;

/** In columns: id, window, and as far as there is room, provider or what an alias stands for. */
export function rowsFor(models: readonly Model[], columns: number): readonly ModelRow[] {
  const room = Math.max(narrowest, columns - margin);
  const rows = models.map((model) => ({
    model,
    id: oneLine(model.id),
    window: windowText(model.contextWindow) ?? '-',
  }));
  const widestWindow = Math.max(0, ...rows.map(({ window }) => window.length));
  const widestId = Math.min(room - widestWindow - gap.length, Math.max(0, ...rows.map(({ id }) => columnsOf(id))));
  const roomForDetail = room - widestId - widestWindow - 2 * gap.length;
  return rows.map(({ model, id, window }) => {
    const shortened = cutLeft(id, widestId);
    const name = `${shortened}${' '.repeat(widestId - columnsOf(shortened))}${gap}${window.padStart(widestWindow)}`;
    const detail = roomForDetail < shortestDetail ? '' : cutRight(detailOf(model), roomForDetail);
    return { model, name: detail === '' ? name : `${name}${gap}${detail}` };
  });
}

function detailOf(model: Model): string {
  const parts = [
    model.form === 'alias' && model.resolvesTo.length > 0 ? `= ${model.resolvesTo.join(', ')}` : (model.provider ?? ''),
    model.price === undefined ? '' : priceText(model.price),
    model.kind === 'chat' ? marksOf(model).join(' ') : `(${model.kind})`,
    model.deprecated ? '(deprecated)' : '',
  ];
  return oneLine(parts.filter((part) => part !== '').join(' '));
}

/** The end of an id tells more than its beginning. */
function cutLeft(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const letters = [...text];
  while (letters.length > 0 && columnsOf(letters.join('')) > columns - 1) letters.shift();
  return `…${letters.join('')}`;
}

function cutRight(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const letters = [...text];
  while (letters.length > 0 && columnsOf(letters.join('')) > columns - 1) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
