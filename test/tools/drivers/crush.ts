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
    return {
      terminal,
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
      leaveSwitcher: async () => {
        await terminal.press('Escape');
        await terminal.waitUntilGone('Switch Model');
      },
      say: async (text) => {
        await terminal.type(text);
        await terminal.waitFor(text);
        await terminal.press('Enter');
      },
      close: () => terminal.close(),
    };
  },
};
