import { fakeModel } from '@modelrack/tool-kit/testing';
import { expect, it } from 'vitest';
import { extensionFiles } from './extension-files.ts';

const hostile = 'a/"}; process.exit(1); //$(id)`${1}`\u2028</script>';
const models = [
  fakeModel('lite', { label: 'Lite', contextWindow: 128_000 }),
  fakeModel('a/$(id)"`${1}`', { label: hostile }),
  fakeModel('a/\u001b[31m'),
  fakeModel(hostile),
];
const common = {
  gateway: 'work',
  version: undefined,
  toolFolder: '/p',
  companion: { folder: '/data/pi-work', command: ['/n/node', '/c/modelrack.js'] },
  script: 'the bundle',
  pickedFolder: '/state/picked',
  join: (...parts: readonly string[]) =>
    parts
      .join('/')
      .replaceAll(/[^/]+\/\.\.(\/|$)/g, '')
      .replace(/\/$/, ''),
  isTheirs: () => false,
};

it('makes one file among the extensions, which loads ours, and a list in which ids are data', () => {
  const { own, beside, leftovers } = extensionFiles({ ...common, models });
  expect(beside.folder).toBe('/p/extensions');
  expect(Object.keys(beside.files)).toEqual(['m-work.js']);
  expect(leftovers).toEqual([]);
  const loader = beside.files['m-work.js'] ?? '';
  expect(loader).toContain('("/data/pi-work/extension.cjs")');
  expect(loader).toContain('"plugins": "/data"');
  expect(loader).toContain('"picked": "/state/picked"');
  expect(loader.endsWith('\n// ')).toBe(true);
  expect(loader).toBe(extensionFiles({ ...common, models: [] }).beside.files['m-work.js']);
  expect(own['extension.cjs']).toBe('the bundle');
  expect(JSON.parse(own['models.json'] ?? '')).toEqual({
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
  ['there is no bundle', { script: undefined }],
])('makes none where %s', (_, other) => {
  const { own, beside } = extensionFiles({ ...common, models, ...other });
  expect(beside.files).toEqual({});
  expect(Object.keys(own)).toEqual(['models.json']);
});
