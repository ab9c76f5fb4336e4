import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';
import { moveToRow } from './move-to-row.ts';

export const claudeCode: Driver = {
  tool: 'claude-code',
  route: '/v1/messages',
  file: '.claude/settings.json',
  // Theme, security notes and trust in the folder: what a person answers once.
  prepare: ({ home }) =>
    home.write(
      '.claude.json',
      JSON.stringify({ hasCompletedOnboarding: true, projects: { [home.project]: { hasTrustDialogAccepted: true } } }),
    ),
  ask: (model, question) => ['-p', '--model', model, question],
  starts: ['-p', 'hi'],
  openChat: async (lab, variables) => {
    const terminal = lab.open([], variables);
    await terminal.waitFor(/^❯/m);
    await terminal.settle(1500);
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.type('/model');
        await terminal.waitFor(/^❯ \/model$/m);
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitFor('Select model');
        return terminal.settle();
      },
      pick: async (name) => {
        await moveToRow(terminal, '❯', name);
        await terminal.press('Enter');
        await terminal.waitUntilGone('Select model');
        const screen = await terminal.settle();
        // In a conversation it asks once more: the new model has to read it all.
        if (screen.includes('Switch model?')) await terminal.press('Enter');
        await terminal.waitFor(`Set model to ${name}`);
        await terminal.settle();
      },
    });
  },
};
