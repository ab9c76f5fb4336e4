import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';
import { moveToRow } from './move-to-row.ts';

export const qwenCode: Driver = {
  tool: 'qwen-code',
  route: '/v1/chat/completions',
  file: '.qwen/settings.json',
  ask: (model, question) => ['-m', model, '-p', question],
  openChat: async (lab, variables) => {
    const terminal = lab.open([], variables);
    await terminal.waitFor('Type your message');
    await terminal.settle(1500);
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.type('/model');
        await terminal.waitFor('> /model');
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitFor('Select Model');
        return terminal.settle();
      },
      pick: async (name) => {
        await moveToRow(terminal, '›', name);
        await terminal.press('Enter');
        await terminal.waitUntilGone('Select Model');
        await terminal.waitFor('Using model:');
        await terminal.settle();
      },
    });
  },
};
