import type { Terminal } from '../harness/terminal.ts';

const mostRows = 30;

/** Presses Down until the marked row shows the name. Rows are numbered, unless `mark` tells them from all else. */
export async function moveToRow(terminal: Terminal, mark: string | RegExp, name: string): Promise<void> {
  const isMarked = (line: string): boolean =>
    typeof mark === 'string' ? line.includes(mark) && /\d\./.test(line) : mark.test(line);
  for (let moves = 0; moves < mostRows; moves += 1) {
    const marked = terminal
      .screen()
      .split('\n')
      .findLast((line) => isMarked(line));
    if (marked?.includes(name)) return;
    await terminal.press('Down');
    await terminal.settle(300);
  }
  throw new Error(`no row shows ${name}; the screen:\n${terminal.screen()}`);
}
