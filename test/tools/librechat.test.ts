import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readCases } from '@modelrack/tool-kit/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { fixturesOf } from '../repository/fixtures-of.ts';
import { allModels, findInstalled, keyVariable, openLab } from './harness/lab.ts';

const tool = 'librechat';
const file = 'project/librechat.yaml';
const fixtures = fixturesOf(tool);
const sample = `# of the server
version: 1.3.0
endpoints:
  custom: []   # none yet
`;

/** What the server reads its file with. */
interface Provider {
  readonly configSchema: { safeParse(value: unknown): { success: boolean; data?: unknown; error?: unknown } };
}

function loadProvider(): Provider {
  const { binFolder } = findInstalled(tool) ?? { binFolder: '' };
  // The package of that release, which no other test needs.
  return createRequire(join(binFolder, '../x.js'))('librechat-data-provider') as Provider;
}

function dataOf(text: string): unknown {
  const { success, data, error } = loadProvider().configSchema.safeParse(parse(text.replace(/^\uFEFF/, '')));
  expect(success, String(error)).toBe(true);
  return data;
}

const written = readCases(fixtures).filter(({ refused, after }) => refused === undefined && after.size > 0);

describe.skipIf(!findInstalled(tool))(`${tool} ${findInstalled(tool)?.version ?? 'is not here'}`, () => {
  test.each(written)(
    'its schema takes what is written, and what remove leaves: $name',
    ({ after, before, removed }) => {
      for (const bytes of after.values()) dataOf(Buffer.from(bytes).toString('utf8'));
      // A file of comments alone was none before either.
      if (removed === before) return;
      for (const bytes of removed.values()) dataOf(Buffer.from(bytes).toString('utf8'));
    },
  );

  test('reads the address, the models, their windows and where the key is', async () => {
    const lab = await openLab(tool);
    onTestFinished(() => lab.close());
    await lab.home.write(file, sample);
    const args = ['setup', tool, '--base-url', lab.gateway.baseUrl, '--api-key-env', keyVariable, '--yes'];
    const result = await lab.modelrack(args);
    expect(result.code, result.shown).toBe(0);
    const data = dataOf((await lab.home.read(file)) ?? '');
    const ids = allModels.map(({ id }) => id);
    expect(data).toMatchObject({
      endpoints: {
        custom: [
          {
            name: 'modelrack',
            apiKey: `\${${keyVariable}}`,
            baseURL: lab.gateway.baseUrl,
            models: { fetch: true, default: expect.arrayContaining(ids) },
            tokenConfig: { [ids[0] ?? '']: { context: 128_000 } },
          },
        ],
      },
    });
    const removed = await lab.modelrack(['remove', tool, '--yes']);
    expect(removed.code, removed.shown).toBe(0);
    expect(await lab.home.read(file)).toBe(sample);
  });

  test.each(['agents', 'assistants', 'custom', 'google', 'bedrock'])(
    'the name %s, which is one of its own, names no connection',
    async (name) => {
      const endpoint = { name, apiKey: 'k', baseURL: 'https://gw.example.test/v1', models: { default: ['lite'] } };
      const parsed = loadProvider().configSchema.safeParse({ version: '1.3.0', endpoints: { custom: [endpoint] } });
      expect(parsed.success).toBe(false);
      const lab = await openLab(tool);
      onTestFinished(() => lab.close());
      await lab.home.write(file, sample);
      const result = await lab.modelrack([
        'setup',
        tool,
        '--gateway',
        name,
        '--base-url',
        lab.gateway.baseUrl,
        '--yes',
      ]);
      expect(result.code, result.shown).toBe(2);
    },
  );
});
