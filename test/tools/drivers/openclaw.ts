import type { Driver } from './driver.ts';

const provider = 'modelrack/';

export const openclaw: Driver = {
  tool: 'openclaw',
  route: '/v1/chat/completions',
  file: '.openclaw/openclaw.json',
  ask: (model, question) => ['agent', '--local', '--agent', 'main', '--model', provider + model, '--message', question],
  listing: {
    args: ['models', 'list'],
    read: (stdout) =>
      stdout
        .split('\n')
        .filter((line) => line.startsWith(provider))
        .map((line) => line.slice(provider.length).split(/\s/)[0] ?? ''),
  },
};
