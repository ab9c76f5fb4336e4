import { memoryFileSystem } from '@modelrack/config-edit/testing';
import { expect, test } from 'vitest';
import { makeWorld } from '../testing/world.ts';
import { resolvePlace } from './resolve-place.ts';

const windows = { APPDATA: String.raw`C:\Users\jo\AppData\Roaming` };
const systems = {
  linux: { platform: 'linux', home: '/home/jo', variables: {} },
  darwin: { platform: 'darwin', home: '/Users/jo', variables: {} },
  win32: { platform: 'win32', home: String.raw`C:\Users\jo`, variables: windows },
} as const;

test.each([
  ['linux', { config: 'Tool/a.json' }, '/home/jo/.config/Tool/a.json'],
  ['darwin', { config: 'Tool/a.json' }, '/Users/jo/Library/Application Support/Tool/a.json'],
  ['win32', { config: 'Tool/a.json' }, String.raw`C:\Users\jo\AppData\Roaming\Tool\a.json`],
  ['darwin', { xdgConfig: 'tool/a.json' }, '/Users/jo/.config/tool/a.json'],
  ['darwin', { config: 'Tool/a.json', on: ['win32', 'linux'] }, undefined],
  ['win32', { config: 'Tool/a.json', on: ['win32'] }, String.raw`C:\Users\jo\AppData\Roaming\Tool\a.json`],
  ['linux', { env: 'NOT_SET', path: 'a.json' }, undefined],
] as const)('%s: %j is %s', (system, place, path) => {
  const world = makeWorld();
  try {
    const machine = { ...world.machine, ...systems[system], fs: memoryFileSystem({}) };
    expect(resolvePlace(machine, place)).toBe(path);
  } finally {
    world.end();
  }
});
