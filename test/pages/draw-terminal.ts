import xterm from '@xterm/headless';

/** Of a cell: what it looks like beside its letter. */
interface Look {
  readonly color: string;
  readonly isBold: boolean;
}

const letter = { width: 8.4, height: 19 };
const margin = { side: 16, top: 44, bottom: 14 };
const background = '#161b22';
const foreground = '#e6edf3';
const dimmed = '#8b949e';
/** The sixteen colours of a terminal. */
const dark = ['#6e7681', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', foreground];
const bright = ['#8b949e', '#ffa198', '#a5f3b4', '#f2cc60', '#a5d6ff', '#e2c5ff', '#b3f0ff', '#ffffff'];
const palette = [...dark, ...bright];

/** What a terminal shows after `raw` was written into it, as a picture. */
export async function drawTerminal(raw: string, columns: number): Promise<string> {
  const screen = new xterm.Terminal({ cols: columns, rows: 60, allowProposedApi: true });
  await new Promise<void>((written) => screen.write(raw, written));
  const rows = readRows(screen);
  while (rows.at(-1)?.length === 0) rows.pop();
  const width = Math.ceil(columns * letter.width + 2 * margin.side);
  const height = Math.ceil(rows.length * letter.height + margin.top + margin.bottom);
  const lights = ['#ff5f57', '#febc2e', '#28c840'].map(
    (color, index) => `<circle cx="${20 + index * 20}" cy="20" r="6" fill="${color}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${background}"/>`,
    ...lights,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" xml:space="preserve">`,
    ...rows.flatMap((runs, index) => runs.map((run) => drawRun(run, margin.top + (index + 0.75) * letter.height))),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

interface Run {
  readonly column: number;
  readonly text: string;
  readonly look: Look;
}

function readRows(screen: InstanceType<typeof xterm.Terminal>): Run[][] {
  const buffer = screen.buffer.active;
  return Array.from({ length: buffer.length }, (_, index) => {
    const line = buffer.getLine(index);
    const runs: { column: number; text: string; look: Look }[] = [];
    for (let column = 0; column < (line?.length ?? 0); column += 1) {
      const cell = line?.getCell(column);
      if (cell === undefined) continue;
      const look = lookOf(cell);
      const last = runs.at(-1);
      const letters = cell.getChars() || ' ';
      if (last !== undefined && last.look.color === look.color && last.look.isBold === look.isBold)
        last.text += letters;
      else runs.push({ column, text: letters, look });
    }
    return runs.map((run) => ({ ...run, text: run.text.trimEnd() })).filter(({ text }) => text !== '');
  });
}

type Cell = NonNullable<
  ReturnType<NonNullable<ReturnType<InstanceType<typeof xterm.Terminal>['buffer']['active']['getLine']>>['getCell']>
>;

function lookOf(cell: Cell): Look {
  const isBold = cell.isBold() !== 0;
  if (cell.isDim() !== 0) return { color: dimmed, isBold };
  return { color: (cell.isFgPalette() ? palette[cell.getFgColor()] : undefined) ?? foreground, isBold };
}

function drawRun({ column, text, look }: Run, y: number): string {
  const start = text.length - text.trimStart().length;
  const shown = text.slice(start);
  const x = margin.side + (column + start) * letter.width;
  // However wide the letters of the reader's font are: columns stay columns.
  const length = [...shown].length * letter.width;
  const weight = look.isBold ? ' font-weight="bold"' : '';
  return `<text x="${round(x)}" y="${round(y)}" fill="${look.color}"${weight} textLength="${round(length)}">${escaped(shown)}</text>`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
