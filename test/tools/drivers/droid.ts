import type { Driver } from './driver.ts';

export const droid: Driver = {
  tool: 'droid',
  route: '/v1/chat/completions',
  file: '.factory/settings.json',
  ask: (model, question) => ['exec', '-m', `custom:${model}`, question],
  listing: {
    args: ['exec', '--help'],
    read: (stdout) => [...stdout.matchAll(/^ +custom:(\S+)/gm)].map(([, id = '']) => id),
  },
};
