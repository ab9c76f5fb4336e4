import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';

const provider = 'modelrack/';

export const copilot: Driver = {
  tool: 'copilot',
  route: '/v1/chat/completions',
  file: '.copilot/providers.json',
  // No login, no telemetry, no updates.
  variables: { COPILOT_OFFLINE: 'true' },
  ask: (model, question) => ['--model', provider + model, '-p', question],
  openChat: async (lab, variables) => {
    const terminal = lab.open(['--model', `${provider}plus`], variables);
    await terminal.waitFor('Do you trust the files');
    await terminal.press('Enter');
    await terminal.waitFor('tab next tab');
    await terminal.settle();
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.type('/model');
        await terminal.waitFor('/model auto');
        await terminal.press('Enter');
        await terminal.waitFor('Search models');
        return terminal.settle();
      },
      pick: async (name) => {
        await terminal.type(name);
        await terminal.waitFor(`❯ ${name}`);
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitFor(/Model changed from .*for this session/);
        await terminal.waitUntilGone('enter to select');
      },
    });
  },
};
