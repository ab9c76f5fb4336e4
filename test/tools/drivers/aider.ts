import type { Driver } from './driver.ts';

export const aider: Driver = {
  tool: 'aider',
  route: '/v1/chat/completions',
  file: '.aider.conf.yml',
  variables: { AIDER_ANALYTICS: 'false', AIDER_CHECK_UPDATE: 'false', AIDER_GIT: 'false', AIDER_YES_ALWAYS: 'true' },
  ask: (model, question) => ['--model', `openai/${model}`, '--message', question],
};
