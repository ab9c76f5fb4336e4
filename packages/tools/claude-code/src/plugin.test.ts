import { fakeFile, fakeInput } from '@modelrack/tool-kit/testing';
import { expect, it } from 'vitest';
import { pluginChanges } from './plugin.ts';

const companion = {
  folder: '/home/jo/.local/share/modelrack/plugins/claude-code',
  command: ['/usr/bin/node', '/m.js'],
};
const source = { source: 'directory', path: companion.folder };

it('nothing is switched on where no plugin is made', () => {
  expect(pluginChanges(fakeInput())).toEqual([]);
});

it('names the folder in the settings and where the tool keeps what it knows', () => {
  expect(pluginChanges(fakeInput({ companion }))).toEqual([
    {
      kind: 'set',
      file: 'marketplaces',
      path: ['modelrack'],
      rule: 'outdated',
      value: { source, installLocation: companion.folder, lastUpdated: '2026-01-01T00:00:00.000Z' },
    },
    { kind: 'set', file: 'main', path: ['extraKnownMarketplaces', 'modelrack'], rule: 'outdated', value: { source } },
    { kind: 'set', file: 'main', path: ['enabledPlugins', 'modelrack@modelrack'], rule: 'field', value: true },
  ]);
});

it('takes the time at which the tool has looked at it for a part of ours', () => {
  const row = { source, installLocation: companion.folder, lastUpdated: '2026-11-28T04:29:00.692Z' };
  const files = [fakeFile('marketplaces', { modelrack: row })];
  expect(pluginChanges(fakeInput({ companion, files }))[0]).toMatchObject({ value: row });
});
