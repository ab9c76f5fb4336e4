import { openAcpSession } from '../harness/acp.ts';
import type { Lab } from '../harness/lab.ts';
import type { Driver } from './driver.ts';

const provider = 'modelrack';

export const goose: Driver = {
  tool: 'goose',
  route: '/v1/chat/completions',
  file: `.config/goose/custom_providers/${provider}.json`,
  variables: { GOOSE_TELEMETRY_ENABLED: 'false' },
  ask: (model, question) => ['run', '--no-session', '--provider', provider, '--model', model, '-t', question],
  askForList,
};

/** What an editor gets to choose from, once one of our models is the one to begin with. */
async function askForList(lab: Lab): Promise<readonly string[]> {
  const variables = { GOOSE_PROVIDER: provider, GOOSE_MODEL: 'lite' };
  const session = await openAcpSession(lab, goose.tool, { args: ['acp'], variables });
  return session.valuesOf('model');
}
