import type { Terminal } from '../harness/terminal.ts';
import type { Chat } from './driver.ts';

/** A tool that is typed to as most are: the text, once it stands there Enter. */
export function chatIn(terminal: Terminal, switcher: Pick<Chat, 'openSwitcher' | 'pick'>): Chat {
  return {
    terminal,
    ...switcher,
    say: async (text) => {
      await terminal.type(text);
      await terminal.waitFor(text);
      // On a busy machine the last letters are taken in late, and Enter then sends the others.
      await terminal.settle();
      await terminal.press('Enter');
    },
    close: () => terminal.close(),
  };
}
