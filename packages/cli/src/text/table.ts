import { oneLine } from '@modelrack/text';

/** A cell longer than this pushes its own line, not all of them. */
const widest = 60;

/** Columns as wide as their widest cell, two spaces between, nothing behind the last. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows.map((row) => row.map((cell) => oneLine(cell)))];
  const widths = head.map((_, column) =>
    Math.min(widest, Math.max(...lines.map((line) => columnsOf(line[column] ?? '')))),
  );
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => pad(cell, widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function pad(cell: string, to: number): string {
  return cell + ' '.repeat(Math.max(0, to - columnsOf(cell)));
}

/** Good enough for names of models: letters of East Asian scripts and emoji take two columns. */
export function columnsOf(cell: string): number {
  if (!/[^\x20-\x7e]/.test(cell)) return cell.length;
  let columns = 0;
  for (const letter of cell)
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/u.test(
      letter,
    )
      ? 2
      : 1;
  return columns;
}
