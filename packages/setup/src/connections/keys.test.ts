import { afterEach, expect, test } from 'vitest';
import { makeWorld, type World } from '../testing/world.ts';
import { forgetKey, keyFileOf, readKey, storeKey } from './keys.ts';

const worlds: World[] = [];
afterEach(() => {
  for (const made of worlds.splice(0)) made.end();
});

test('a stored key goes to the origin that it was stored for, and to no other', () => {
  const w = makeWorld();
  worlds.push(w);
  const stored = { name: 'modelrack', key: { file: true as const } };
  storeKey(w.machine, { name: 'modelrack', apiRoot: 'https://gw.example.test/v1' }, 'plain-key');
  expect(readKey(w.machine, { ...stored, apiRoot: 'https://gw.example.test/other/v1' })).toBe('plain-key');
  const elsewhere = { ...stored, apiRoot: 'https://evil.example.test/v1' };
  expect(() => readKey(w.machine, elsewhere)).toThrow('belongs to https://gw.example.test');
  expect(w.machine.fs.stat(keyFileOf(w.machine, 'modelrack')).mode & 0o777).toBe(0o600);
  forgetKey(w.machine, 'modelrack');
  expect(w.machine.fs.list(`${w.home}/.config/modelrack/keys`)).toEqual([]);
});
