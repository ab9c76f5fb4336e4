import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';

export const pi: Driver = {
  tool: 'pi',
  route: '/v1/chat/completions',
  file: '.pi/agent/models.json',
  variables: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' },
  // The name stands beside the id; the id is what its search looks for.
  showsIds: true,
  ask: (model, question) => ['-p', '--model', `modelrack/${model}`, question],
  // Older releases print it on standard error.
  starts: ['--list-models'],
  askForList: async (lab) => {
    const result = await lab.run(['--list-models']);
    return [...result.shown.matchAll(/^modelrack {2,}(.+?) {2,}/gm)].map(([, id = '']) => id);
  },
  openChat: async (lab, variables) => {
    const terminal = lab.open([], variables);
    await terminal.waitFor('/ commands');
    await terminal.settle();
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.type('/model');
        await terminal.waitFor('Select model (opens selector UI)');
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitFor('Enter to select');
        return terminal.settle();
      },
      pick: async (name) => {
        await terminal.type(name);
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitUntilGone('Enter to select');
        await terminal.waitFor(`Model: ${name}`);
      },
    });
  },
};
