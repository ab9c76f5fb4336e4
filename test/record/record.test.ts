import { test } from 'vitest';
import { fixturesOf } from '../repository/fixtures-of.ts';
import { supportedTools } from '../repository/supported-tools.ts';
import { record } from './record.ts';

const { MODELRACK_RECORD: asked = '', MODELRACK_RECORD_HOME: home } = process.env;
const [id = '', name = ''] = asked.split(' ');

// Not a test: `npm run record` writes by it.
test.skipIf(asked === '')('records a case', async () => {
  const tool = (await supportedTools()).find((one) => one.id === id);
  if (tool === undefined) throw new Error(`there is no packages/tools/${id}`);
  console.log((await record({ tool, fixtures: fixturesOf(id), name, home })).join('\n'));
});
