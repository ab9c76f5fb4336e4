import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';

const provider = 'modelrack/';

export const opencode: Driver = {
  tool: 'opencode',
  route: '/v1/chat/completions',
  file: '.config/opencode/opencode.json',
  ask: (model, question) => ['run', '-m', provider + model, question],
  starts: ['models'],
  listing: {
    args: ['models', 'modelrack'],
    read: (stdout) =>
      stdout
        .split('\n')
        .filter((line) => line.startsWith(provider))
        .map((line) => line.slice(provider.length).trimEnd()),
  },
  openChat: async (lab, variables) => {
    const terminal = lab.open([], variables);
    await terminal.waitFor('Ask anything');
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.type('/models');
        await terminal.waitFor('Switch model');
        // The row stands there before the last letters are taken in; until then another one is marked.
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitFor('Select model');
        return terminal.settle();
      },
      pick: async (name) => {
        await terminal.type(name);
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitUntilGone('Select model');
        await terminal.waitFor(`· ${name}`);
      },
    });
  },
};
