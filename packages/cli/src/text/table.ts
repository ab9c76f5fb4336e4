import { oneLine } from '@modelrack/text';

const beyondAscii = /[^\x20-\x7e]/;
/** A cell longer than this pushes its own line, not all of them. */
const widest = 60;

/**
 * Columns as wide as their widest cell, two spaces between, nothing behind the last. On a narrow terminal (`room`) the
 * widest columns become narrower, all but the first, which is what the row is about, and numbers.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  room: number = Number.POSITIVE_INFINITY,
): string {
  const full = [head, ...rows.map((row) => row.map((cell) => oneLine(cell)))];
  const widths = head.map((_, at) => full.reduce((most, line) => Math.max(most, columnsOf(line[at] ?? '')), 0));
  const isFixed = head.map((_, at) => at === 0 || rows.every((row) => isNumber(row[at] ?? '')));
  const fitting = narrowed({ widths, isFixed, room });
  const lines = full.map((line) => line.map((cell, at) => shortened(cell, fitting[at] ?? 0)));
  const limit = Number.isFinite(room) ? Number.POSITIVE_INFINITY : widest;
  let text = '';
  for (const line of lines) {
    const cells = line.map((cell, at) => cell + ' '.repeat(missing(cell, Math.min(limit, fitting[at] ?? 0))));
    text += `${cells.join('  ').trimEnd()}\n`;
  }
  return text;
}

function missing(cell: string, width: number): number {
  return Math.max(0, width - columnsOf(cell));
}

/** Half of it would be another one. */
function isNumber(cell: string): boolean {
  return /^[-$\d.,/]*$/.test(cell);
}

/** A column says nothing with less. */
const narrowest = 8;

interface Columns {
  readonly widths: readonly number[];
  readonly isFixed: readonly boolean[];
  readonly room: number;
}

function narrowed({ widths, isFixed, room }: Columns): readonly number[] {
  const narrow = [...widths];
  let excess = widths.reduce((sum, width) => sum + width + 2, -2) - room;
  while (excess > 0 && Number.isFinite(excess)) {
    const most = Math.max(...narrow.filter((_, at) => isFixed[at] !== true));
    if (most <= narrowest) break;
    narrow[narrow.findLastIndex((width, at) => width === most && isFixed[at] !== true)] = most - 1;
    excess -= 1;
  }
  return narrow;
}

/** A path keeps its end, which tells it from others. */
function shortened(cell: string, width: number): string {
  if (columnsOf(cell) <= width) return cell;
  const letters = [...cell];
  const isPath = /^(?:~|\.|[A-Z]:)?[\\/]/.test(cell);
  while (columnsOf(letters.join('')) >= width) {
    if (isPath) letters.shift();
    else letters.pop();
  }
  return isPath ? `…${letters.join('')}` : `${letters.join('').trimEnd()}…`;
}

/** Good enough for names of models: letters of East Asian scripts and emoji take two columns. */
export function columnsOf(cell: string): number {
  if (!beyondAscii.test(cell)) return cell.length;
  let columns = 0;
  for (const letter of cell)
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/u.test(
      letter,
    )
      ? 2
      : 1;
  return columns;
}
