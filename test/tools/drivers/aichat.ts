import type { Driver } from './driver.ts';

export const aichat: Driver = {
  tool: 'aichat',
  route: '/v1/chat/completions',
  file: '.config/aichat/config.yaml',
  ask: (model, question) => ['-m', `modelrack:${model}`, question],
  listing: { args: ['--list-models'], read: readList },
};

/** `modelrack:plus`, one a line. */
function readList(stdout: string): readonly string[] {
  return [...stdout.matchAll(/^modelrack:(.+)$/gm)].map(([, id = '']) => id);
}
