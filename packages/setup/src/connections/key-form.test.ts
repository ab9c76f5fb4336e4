import { expect, test } from 'vitest';
import { machineOf } from '../machine/machine.ts';
import type { Connection, Machine } from '../machine/types.ts';
import { keyFor } from './key-form.ts';

const connection: Connection = {
  name: 'modelrack',
  apiRoot: 'https://gw.example.test/v1',
  key: { file: true },
  tools: {},
};
const reading = { id: 'sample', key: ['env', 'file', 'literal'] as const, interpolates: ['{env:', '{file:'] };

// What opencode 1.18.33 does: `{file:([^}]+)}` in the raw text of its file, then JSON.
test.each([
  { home: '/home/u', platform: 'linux', form: 'file' },
  { home: '/home/u/my {name', platform: 'linux', form: 'file' },
  { home: "/home/u/o'm", platform: 'linux', form: 'file' },
  { home: '/home/u/h}x', platform: 'linux', form: 'literal' },
  { home: '/home/u/{env:HOME}', platform: 'linux', form: 'literal' },
  { home: '/home/u/o"m', platform: 'linux', form: 'literal' },
  { home: '/home/u/o\\m', platform: 'linux', form: 'literal' },
  { home: '/home/u/o\nm', platform: 'linux', form: 'literal' },
  { home: String.raw`C:\Users\u`, platform: 'win32', form: 'file' },
  { home: String.raw`C:\Users\u}`, platform: 'win32', form: 'literal' },
] as const)('a key file under $home is referred to as $form', ({ home, platform, form }) => {
  const machine: Machine = { ...machineOf(process), home, platform, variables: {} };
  expect(keyFor(machine, reading, { connection, key: 'gk-1' }).form).toBe(form);
  // A shell that is told the path in quotes reads any.
  expect(keyFor(machine, { ...reading, interpolates: ['$'] }, { connection, key: 'gk-1' }).form).toBe('file');
});
