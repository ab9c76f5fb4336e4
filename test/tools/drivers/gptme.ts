import type { Driver } from './driver.ts';

export const gptme: Driver = {
  tool: 'gptme',
  route: '/v1/chat/completions',
  file: '.config/gptme/config.toml',
  isLive: true,
  ask: (model, question) => ['-m', `modelrack/${model}`, '--non-interactive', question],
};
