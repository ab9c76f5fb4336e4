import type { Terminal } from '../harness/terminal.ts';
import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';

export const aichat: Driver = {
  tool: 'aichat',
  route: '/v1/chat/completions',
  file: '.config/aichat/config.yaml',
  ask: (model, question) => ['-m', `modelrack:${model}`, question],
  listing: { args: ['--list-models'], read: readList },
  showsIds: true,
  openChat: async (lab, variables) => {
    // Only a session remembers what was said.
    const terminal = lab.open(['--session'], variables);
    await terminal.waitFor('Welcome to aichat');
    await terminal.settle();
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.type('.model ');
        await terminal.press('Tab');
        await terminal.waitFor('modelrack:lite');
        return terminal.settle();
      },
      pick: async (name) => {
        await leaveLine(terminal);
        await terminal.type(`.model modelrack:${name}`);
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.settle();
      },
    });
  },
};

async function leaveLine(terminal: Terminal): Promise<void> {
  await terminal.press('Escape');
  await terminal.settle();
  await terminal.press('Ctrl-U');
  await terminal.settle();
}

/** `modelrack:plus`, one a line. */
function readList(stdout: string): readonly string[] {
  return [...stdout.matchAll(/^modelrack:(.+)$/gm)].map(([, id = '']) => id);
}
