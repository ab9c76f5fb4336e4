import { fakeModel } from '@modelrack/tool-kit/testing';
import { expect, it } from 'vitest';
import { entryFiles } from './entry-files.ts';

const models = [fakeModel('lite', { label: 'Lite', contextWindow: 128_000 }), fakeModel('a/\u001b[31m')];
const common = {
  gateway: 'work',
  version: undefined,
  toolFolder: '/q',
  companion: { folder: '/data/qwen-code-work', command: [] },
  script: undefined,
  pickedFolder: '/state/picked',
  join: (...parts: readonly string[]) => parts.join('/'),
};

it('makes an entry to search by, one for an alias, and a list of what can be offered', () => {
  const { own, beside } = entryFiles({ ...common, models, isTheirs: () => false });
  expect(beside.folder).toBe('/q/commands');
  expect(Object.keys(beside.files)).toEqual(['m-.md', 'm-lite.md']);
  expect(JSON.parse(own['models.json'] ?? '')).toEqual({
    gateway: 'work',
    rows: [{ id: 'lite', form: 'alias', kind: 'chat', name: 'Lite', contextWindow: 128_000 }],
    names: { 'm-lite': 'lite' },
  });
});

it('makes none without models, and none where something of theirs stands', () => {
  expect(entryFiles({ ...common, models: [], isTheirs: () => false }).beside.files).toEqual({});
  const { own, beside } = entryFiles({ ...common, models, isTheirs: (path) => path === '/q/commands/m-lite.md' });
  expect(Object.keys(beside.files)).toEqual(['m-.md']);
  expect(JSON.parse(own['models.json'] ?? '')).toMatchObject({ names: {} });
});
