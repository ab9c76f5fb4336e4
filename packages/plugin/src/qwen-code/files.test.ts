import { expect, it } from 'vitest';
import { qwenCodeFiles } from './files.ts';

const models = [
  { id: 'lite', label: 'Lite', contextWindow: 128_000 },
  { id: 'a/\u001b[31m', label: 'x', contextWindow: undefined },
];
const common = { gateway: 'work', toolFolder: '/q', join: (...parts: string[]) => parts.join('/') };

it('makes an entry for each model that can be offered, and one to search by', () => {
  const { own, beside } = qwenCodeFiles({ ...common, models, isTheirs: () => false });
  expect(beside.folder).toBe('/q/commands');
  expect(Object.keys(beside.files)).toEqual(['m-.md', 'm-lite.md']);
  expect(JSON.parse(own['models.json'])).toEqual({
    gateway: 'work',
    rows: [{ id: 'lite', form: 'alias', kind: 'chat', name: 'Lite', contextWindow: 128_000 }],
    names: { 'm-lite': 'lite' },
  });
});

it('makes none without models, and none where something of theirs stands', () => {
  expect(qwenCodeFiles({ ...common, models: [], isTheirs: () => false }).beside.files).toEqual({});
  const { own, beside } = qwenCodeFiles({ ...common, models, isTheirs: (path) => path === '/q/commands/m-lite.md' });
  expect(Object.keys(beside.files)).toEqual(['m-.md']);
  expect(JSON.parse(own['models.json'])).toMatchObject({ names: {} });
});
