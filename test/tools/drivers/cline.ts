import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';

export const cline: Driver = {
  tool: 'cline',
  route: '/v1/chat/completions',
  file: '.cline/data/settings/providers.json',
  isLive: true,
  showsIds: true,
  rewritesFile: true,
  variables: { CLINE_NO_AUTO_UPDATE: '1', CLINE_DISABLE_CLINE_PASS_NOTICE: '1' },
  // A single word is taken for a command.
  ask: (model, question) => ['-P', 'openai-compatible', '-m', model, `say ${question}`],
  openChat: async (lab, variables) => {
    const terminal = lab.open([], variables);
    await terminal.waitFor('What can I do for you?');
    await terminal.settle();
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.type('/model');
        await terminal.waitFor('Switch model or provider');
        // Another row is marked until the last letters are taken in.
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitFor('Create custom model ID');
        return terminal.settle();
      },
      pick: async (name) => {
        await terminal.type(name);
        await terminal.waitFor(`❯ ${name}`);
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitUntilGone('Create custom model ID');
        await terminal.settle();
      },
    });
  },
};
