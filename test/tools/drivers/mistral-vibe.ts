import { openAcpSession } from '../harness/acp.ts';
import type { Driver } from './driver.ts';

/** It comes with a model of its own, which is in the list, but not ours. */
const builtIn = 'mistral-medium-3.5';
const startWith = (model: string) => ({ VIBE_ACTIVE_MODEL: model });

/** Its switcher draws late and loses keys in the terminal of these tests: it is asked over ACP what it shows. */
export const vibe: Driver = {
  tool: 'mistral-vibe',
  route: '/v1/chat/completions',
  file: '.vibe/config.toml',
  ask: (_, question) => ['-p', question, '--output', 'text'],
  chooses: startWith,
  askForList: async (lab) => {
    const session = await openAcpSession(lab, 'mistral-vibe', {
      bin: 'vibe-acp',
      args: [],
      variables: startWith('lite'),
    });
    return session.valuesOf('model').filter((id) => id !== builtIn);
  },
};
