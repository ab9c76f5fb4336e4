import { expect, it } from 'vitest';
import { piFiles } from './files.ts';

const hostile = 'a/"}; process.exit(1); //$(id)`${1}`\u2028</script>';
const models = [
  { id: 'lite', label: 'Lite', contextWindow: 128_000 },
  { id: 'a/$(id)"`${1}`', label: hostile, contextWindow: undefined },
  { id: 'a/\u001b[31m', label: 'x', contextWindow: undefined },
  { id: hostile, label: 'x', contextWindow: undefined },
];
const common = {
  gateway: 'work',
  folder: '/data/pi-work',
  toolFolder: '/p',
  command: ['/n/node', '/c/modelrack.js'],
  module: 'the bundle',
  join: (...parts: string[]) =>
    parts
      .join('/')
      .replaceAll(/[^/]+\/\.\.(\/|$)/g, '')
      .replace(/\/$/, ''),
  isTheirs: () => false,
};

it('makes one file among the extensions, which loads ours, and a list in which ids are data', () => {
  const { own, beside, leftovers } = piFiles({ ...common, models });
  expect(beside.folder).toBe('/p/extensions');
  expect(Object.keys(beside.files)).toEqual(['m-work.js']);
  expect(leftovers).toEqual([]);
  const loader = beside.files['m-work.js'] ?? '';
  expect(loader).toContain('("/data/pi-work/extension.cjs")');
  expect(loader).toContain('"plugins": "/data"');
  expect(loader.endsWith('\n// ')).toBe(true);
  expect(loader).toBe(piFiles({ ...common, models: [] }).beside.files['m-work.js']);
  expect(own['extension.cjs']).toBe('the bundle');
  expect(JSON.parse(own['models.json'])).toEqual({
    gateway: 'work',
    rows: [
      { id: 'lite', form: 'alias', kind: 'chat', name: 'Lite', contextWindow: 128_000 },
      { id: 'a/$(id)"`${1}`', form: 'full', kind: 'chat', name: hostile },
    ],
    names: {},
  });
});

it.each([
  ['a file of theirs stands there', { isTheirs: (path: string) => path === '/p/extensions/m-work.js' }],
  ['there is no bundle', { module: undefined }],
])('makes none where %s', (_, other) => {
  const { own, beside } = piFiles({ ...common, models, ...other });
  expect(beside.files).toEqual({});
  expect(Object.keys(own)).toEqual(['models.json']);
});
