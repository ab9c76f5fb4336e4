import type { Driver } from './driver.ts';

const provider = 'modelrack/';

export const copilot: Driver = {
  tool: 'copilot',
  route: '/v1/chat/completions',
  file: '.copilot/providers.json',
  // No login, no telemetry, no updates; and the whole of its output.
  variables: { COPILOT_OFFLINE: 'true' },
  ask: (model, question) => ['--model', provider + model, '-p', question],
};
