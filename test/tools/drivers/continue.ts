import { parse } from 'yaml';
import type { Lab } from '../harness/lab.ts';
import { chatIn } from './chat-in.ts';
import type { Driver } from './driver.ts';
import { moveToRow } from './move-to-row.ts';

export const continueCli: Driver = {
  tool: 'continue',
  route: '/v1/chat/completions',
  file: '.continue/config.yaml',
  ask: async (model, question, lab) => {
    await pickByFile(lab, model);
    return ['-p', question];
  },
  openChat: async (lab, variables) => {
    const terminal = lab.open([], variables);
    await terminal.waitFor('Ask anything');
    await terminal.settle();
    return chatIn(terminal, {
      openSwitcher: async () => {
        await terminal.type('/model');
        await terminal.settle();
        await terminal.press('Enter');
        await terminal.waitFor('Select Model');
        return terminal.settle();
      },
      pick: async (name) => {
        await moveToRow(terminal, /│ +➤ /, name);
        await terminal.press('Enter');
        await terminal.waitUntilGone('Select Model');
        await terminal.waitFor(`Switched to model: ${name}`);
        await terminal.settle();
      },
    });
  },
};

/** Without a terminal no flag takes one of the file's models: what was picked last is used. */
async function pickByFile(lab: Lab, model: string): Promise<void> {
  const path = '.continue/index/globalContext.json';
  const { models }: { models: { name: string; model: string }[] } = parse(
    (await lab.home.read(continueCli.file)) ?? 'models: []',
  );
  const name = models.find((entry) => entry.model === model)?.name ?? model;
  const before: object = JSON.parse((await lab.home.read(path)) ?? '{}');
  await lab.home.write(path, JSON.stringify({ ...before, cliSelectedModel: name }));
}
