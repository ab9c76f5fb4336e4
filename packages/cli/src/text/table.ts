import { oneLine } from '@modelrack/text';

const beyondAscii = /[^\x20-\x7e]/;
/** A cell longer than this pushes its own line, not all of them. */
const widest = 60;

/** Columns as wide as their widest cell, two spaces between, nothing behind the last. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows.map((row) => row.map((cell) => oneLine(cell)))];
  const columns = lines.map((line) => line.map(columnsOf));
  const widths = head.map((_, at) => columns.reduce((most, line) => Math.max(most, line[at] ?? 0), 0));
  let text = '';
  for (const [at, line] of lines.entries()) {
    let row = '';
    for (const [column, cell] of line.entries()) {
      const missing = Math.min(widest, widths[column] ?? 0) - (columns[at]?.[column] ?? 0);
      row += `${cell}${' '.repeat(Math.max(0, missing))}  `;
    }
    text += `${row.trimEnd()}\n`;
  }
  return text;
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
