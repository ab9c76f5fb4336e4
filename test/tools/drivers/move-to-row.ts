import type { Terminal } from '../harness/terminal.ts';

const mostRows = 30;

/** Presses Down until the marked row shows the name. */
export async function moveToRow(terminal: Terminal, mark: string, name: string): Promise<void> {
  for (let moves = 0; moves < mostRows; moves += 1) {
    const marked = terminal
      .screen()
      .split('\n')
      .findLast((line) => line.includes(mark) && /\d\./.test(line));
    if (marked?.includes(name)) return;
    await terminal.press('Down');
    await terminal.settle(300);
  }
  throw new Error(`no row shows ${name}; the screen:\n${terminal.screen()}`);
}
