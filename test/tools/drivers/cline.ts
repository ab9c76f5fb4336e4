import type { Driver } from './driver.ts';

export const cline: Driver = {
  tool: 'cline',
  route: '/v1/chat/completions',
  file: '.cline/data/settings/providers.json',
  variables: { CLINE_NO_AUTO_UPDATE: '1', CLINE_DISABLE_CLINE_PASS_NOTICE: '1' },
  ask: (model, question) => ['-P', 'openai-compatible', '-m', model, question],
};
