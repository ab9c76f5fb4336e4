import type { Driver } from './driver.ts';

export const kimi: Driver = {
  tool: 'kimi',
  route: '/v1/chat/completions',
  file: '.kimi-code/config.toml',
  ask: (model, question) => ['-m', model, '-p', question],
  listing: { args: ['provider', 'list', '--json'], read: readAliases },
  openChat: async (lab, variables) => {
    const terminal = lab.open(['-m', 'plus'], variables);
    await terminal.waitFor('Trust this folder?');
    await terminal.press('Enter');
    await terminal.waitFor('Welcome to Kimi Code!');
    await terminal.settle(1500);
    // On a busy machine it may double what is typed while it draws.
    const typeAlone = async (text: string): Promise<void> => {
      for (let tries = 0; tries < 5 && !terminal.screen().includes(`│ > ${text} `); tries += 1) {
        await terminal.press('Ctrl-U');
        await terminal.type(text);
        await terminal.settle();
      }
    };
    return {
      terminal,
      openSwitcher: async () => {
        await typeAlone('/model');
        await terminal.press('Enter');
        await terminal.waitFor('Select a model');
        return terminal.settle();
      },
      pick: async (name) => {
        await terminal.type(name);
        await terminal.waitFor(`❯ ${name}`);
        await terminal.press('Enter');
        await terminal.waitUntilGone('Select a model');
        await terminal.settle();
      },
      say: async (text) => {
        await typeAlone(text);
        await terminal.press('Enter');
      },
      close: () => terminal.close(),
    };
  },
};

function readAliases(stdout: string): readonly string[] {
  const printed: unknown = JSON.parse(stdout);
  if (!printed || typeof printed !== 'object' || !('models' in printed) || !printed.models) return [];
  return Object.keys(printed.models);
}
