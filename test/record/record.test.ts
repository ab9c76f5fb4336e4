import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { test } from 'vitest';
import { root } from '../repository/packages.ts';
import { fixturesOf } from '../repository/fixtures-of.ts';
import { supportedTools } from '../repository/supported-tools.ts';
import { MissingPart, record } from './record.ts';

const { MODELRACK_RECORD: asked = '', MODELRACK_RECORD_HOME: home, MODELRACK_RECORD_REPORT: report = '' } = process.env;
const [id = '', name = ''] = asked.split(' ');

// Not a test: `npm run record` writes by it.
test.skipIf(asked === '')('records a case', async () => {
  try {
    const lines = await record({ tool: await askedTool(), fixtures: fixturesOf(id), name, home });
    writeFileSync(report, JSON.stringify({ lines }));
  } catch (error) {
    if (error instanceof MissingPart) writeFileSync(report, JSON.stringify({ missing: error.message }));
    throw error;
  }
});

async function askedTool(): Promise<ToolDefinition> {
  const folder = join(root, 'packages/tools', id);
  if (!existsSync(folder)) throw new MissingPart(`there is no packages/tools/${id}`);
  if (!existsSync(join(root, 'test/node_modules/@modelrack', id)))
    throw new MissingPart(`packages/tools/${id} is not linked yet: run npm run generate first`);
  const tool = (await supportedTools()).find((one) => one.id === id);
  if (tool === undefined) throw new MissingPart(`packages/tools/${id} exports a tool with another id`);
  return tool;
}
