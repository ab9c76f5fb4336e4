import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';

const provider = 'modelrack/';

export const crush: Driver = {
  tool: 'crush',
  route: '/v1/chat/completions',
  file: '.config/crush/crush.json',
  variables: {
    CRUSH_DISABLE_PROVIDER_AUTO_UPDATE: '1',
    CRUSH_DISABLE_METRICS: '1',
    CRUSH_DISABLE_DEFAULT_PROVIDERS: '1',
  },
  titlesBy: 'lite',
  ask: (model, question) => ['run', '-q', '-m', provider + model, question],
  listing: {
    args: ['models'],
    read: (stdout) =>
      stdout
        .split('\n')
        .filter((line) => line.startsWith(provider))
        .map((line) => line.slice(provider.length).trimEnd()),
  },
  openChat: async (lab, variables) => {
    const terminal = lab.open([], variables);
    await terminal.settle();
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.press('Ctrl-L');
        await terminal.waitFor('Switch Model');
        return terminal.settle();
      },
      pick: async (name) => {
        await terminal.type(name);
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitUntilGone('Switch Model');
        await terminal.settle();
      },
    });
  },
};
