import { describe, expect, it, test } from 'vitest';
import { findTool } from './find-tools.ts';
import { foldersOf } from './folders.ts';
import { isTaken } from './is-taken.ts';
import { lastingNode } from './lasting-node.ts';
import { machineOf } from './machine.ts';
import type { Machine } from './types.ts';

// The rules of Windows, told to be there.

const home = String.raw`C:\Users\Jo Doe`;

interface Told {
  readonly variables?: Machine['variables'];
  readonly files?: readonly string[];
  readonly node?: string;
}

function windows({ variables = {}, files = [], node = String.raw`C:\node\node.exe` }: Told = {}): Machine {
  const real = machineOf(process);
  const stat: Machine['fs']['stat'] = (path) => {
    // Its file systems do not tell capital letters apart.
    if (!files.some((file) => file.toLowerCase() === path.toLowerCase()))
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    // There are no bits for running a file.
    return { kind: 'file', mode: 0o666, uid: 0, gid: 0, links: 1, size: 1, modifiedMs: 0 };
  };
  const self = { node, folder: home, entry: 'modelrack.js', build: '1' };
  return { ...real, platform: 'win32', home, variables, self, fs: { ...real.fs, stat, lstat: stat } };
}

const tool = { detect: { bin: ['codex'], places: [] } };

describe('a program on the PATH', () => {
  it.each([
    ['PATH', '.EXE;.CMD', String.raw`C:\tools\codex.CMD`],
    // As Windows itself writes it; the endings are the usual ones.
    ['Path', undefined, String.raw`C:\tools\codex.CMD`],
    ['Path', '.PS1', undefined],
  ])('is found by %s with the endings %s', (name, PATHEXT, found) => {
    const variables = { [name]: String.raw`relative;C:\none;C:\tools`, ...(PATHEXT === undefined ? {} : { PATHEXT }) };
    const machine = windows({ variables, files: [String.raw`C:\tools\codex.cmd`] });
    expect(findTool(machine, tool)).toMatchObject({ isFound: found !== undefined, program: found });
  });
});

test('folders of ours are where Windows keeps such things, with variables or without', () => {
  expect(foldersOf(windows()).keys).toBe(String.raw`C:\Users\Jo Doe\AppData\Roaming\modelrack\keys`);
  const variables = { APPDATA: String.raw`D:\Roaming`, LOCALAPPDATA: String.raw`D:\Local`, XDG_CONFIG_HOME: '/x' };
  const { configFile, state } = foldersOf(windows({ variables }));
  expect([configFile, state]).toEqual([String.raw`D:\Roaming\modelrack\config.jsonc`, String.raw`D:\Local\modelrack`]);
});

describe('the Node that entries call', () => {
  const versioned = String.raw`C:\Users\Jo Doe\AppData\Roaming\nvm\v22.1.0\node.exe`;

  it('is the one that runs, where its folder has no version in its name', () => {
    expect(lastingNode(windows())).toEqual({ path: String.raw`C:\node\node.exe` });
  });

  it('is the link of a version manager, which an update moves on', () => {
    const machine = windows({
      node: versioned,
      variables: { NVM_SYMLINK: String.raw`C:\nvm4w\nodejs`, ProgramFiles: String.raw`C:\Program Files` },
      files: [String.raw`C:\nvm4w\nodejs\node.exe`],
    });
    expect(lastingNode(machine)).toEqual({ path: String.raw`C:\nvm4w\nodejs\node.exe` });
  });

  it('is the one of that version, where there is no other', () => {
    expect(lastingNode(windows({ node: versioned }))).toEqual({ path: versioned });
  });
});

test.each([
  ['EEXIST', 'win32', true],
  ['EPERM', 'win32', true],
  ['EPERM', 'linux', false],
  ['ENOTEMPTY', 'linux', true],
  ['EACCES', 'win32', false],
] as const)('a lock is somebody else’s when a rename ends with %s on %s: %s', (code, platform, expected) => {
  expect(isTaken(Object.assign(new Error(code), { code }), platform)).toBe(expected);
});
