import type { Json } from '@modelrack/tool-kit';
import { fakeFile, fakeInput, type FakeInput } from '@modelrack/tool-kit/testing';
import { expect, it } from 'vitest';
import { pluginChanges } from './plugin.ts';

const companion = {
  folder: '/home/jo/.local/share/modelrack/plugins/claude-code',
  command: ['/usr/bin/node', '/m.js'],
};
const source = { source: 'directory', path: companion.folder };
const row = (lastUpdated: string) => ({ source, installLocation: companion.folder, lastUpdated });
const inSettings = [
  `main extraKnownMarketplaces.modelrack = ${JSON.stringify({ source })} (outdated)`,
  'main enabledPlugins.modelrack@modelrack = true (field)',
];

function changes(input: FakeInput): string[] {
  return pluginChanges(fakeInput({ companion, ...input })).map((change) =>
    change.kind === 'set'
      ? `${change.file} ${change.path.join('.')} = ${JSON.stringify(change.value)} (${change.rule})`
      : change.kind,
  );
}

it('nothing is switched on where no plugin is made', () => {
  expect(pluginChanges(fakeInput())).toEqual([]);
});

it.each([undefined, '2.1.332', '3.0.0'])('settings alone enable it in release %s', (version) => {
  expect(changes({ version })).toEqual(inSettings);
});

it('an older release is told of the place, too', () => {
  expect(changes({ version: '2.1.197' })).toEqual([
    `known_marketplaces modelrack = ${JSON.stringify(row('2026-01-01T00:00:00.000Z'))} (outdated)`,
    ...inSettings,
  ]);
});

it.each(['2.1.197', '2.1.332'])('what release %s noted itself is ours as it is', (version) => {
  const noted: Record<string, Json> = { scope: 'user', version: '0.1.0' };
  const files = [
    fakeFile('known_marketplaces', { modelrack: row('2026-11-28T04:29:00.692Z'), other: {} }),
    fakeFile('installed_plugins', { version: 2, plugins: { 'modelrack@modelrack': [noted], 'x@y': [] } }),
  ];
  expect(changes({ version, files })).toEqual(['claim', 'claim', ...inSettings]);
});

it('another marketplace of our name is not ours', () => {
  const files = [fakeFile('known_marketplaces', { modelrack: { installLocation: '/elsewhere' } })];
  expect(changes({ version: '2.1.332', files })).toEqual(inSettings);
});
