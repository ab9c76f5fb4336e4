import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';
import { moveToRow } from './move-to-row.ts';

export const codex: Driver = {
  tool: 'codex',
  route: '/v1/responses',
  file: '.codex/config.toml',
  ask: (model, question) => ['exec', '--skip-git-repo-check', '-m', model, question],
  starts: ['debug', 'models'],
  listing: { args: ['debug', 'models'], read: readSlugs },
  openChat: async (lab, variables) => {
    const terminal = lab.open([], variables);
    await terminal.waitFor('Ask Codex');
    // Its start is drawn in several steps; a key pressed between them is lost.
    await terminal.settle(1500);
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.type('/model');
        await terminal.waitFor('choose what model and reasoning effort');
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitFor('Select Model');
        return terminal.settle();
      },
      pick: async (name) => {
        await moveToRow(terminal, '›', name);
        await terminal.press('Enter');
        await terminal.waitUntilGone('Select Model');
        await terminal.waitFor('Model changed to');
        await terminal.settle();
      },
    });
  },
  stop: async (lab) => {
    await lab.run(['app-server', 'daemon', 'stop']);
  },
};

function readSlugs(stdout: string): readonly string[] {
  const printed: unknown = JSON.parse(stdout);
  if (!printed || typeof printed !== 'object' || !('models' in printed) || !Array.isArray(printed.models)) return [];
  return printed.models.map((model: { slug?: unknown }) => String(model.slug));
}
