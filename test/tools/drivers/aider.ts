import type { Driver } from './driver.ts';

export const aider: Driver = {
  tool: 'aider',
  route: '/v1/chat/completions',
  file: '.aider.conf.yml',
  variables: { AIDER_ANALYTICS: 'false', AIDER_CHECK_UPDATE: 'false', AIDER_GIT: 'false', AIDER_YES_ALWAYS: 'true' },
  showsIds: true,
  ask: (model, question) => ['--model', `openai/${model}`, '--message', question],
  openChat: async (lab, variables) => {
    const terminal = lab.open([], { ...plain, ...variables });
    await terminal.waitFor(/^>$/m);
    return {
      terminal,
      openSwitcher: async () => {
        await terminal.type('/models openai/');
        await terminal.press('Enter');
        await terminal.waitFor(/^>$/m);
        await terminal.settle(3000);
        // Its own models of that name are more than a screen.
        return terminal.raw();
      },
      pick: async (name) => {
        await terminal.type(`/model openai/${name}`);
        await terminal.press('Enter');
        await terminal.waitFor(`odel: openai/${name} with`);
        await terminal.settle();
      },
      say: async (text) => {
        await terminal.type(text);
        await terminal.press('Enter');
      },
      close: () => terminal.close(),
    };
  },
};

/** Lines as they come, without a screen that is drawn anew. */
const plain = { AIDER_FANCY_INPUT: 'false', AIDER_PRETTY: 'false', AIDER_SHOW_RELEASE_NOTES: 'false' };
