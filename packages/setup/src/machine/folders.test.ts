import { expect, test } from 'vitest';
import { foldersOf } from './folders.ts';

test('XDG variables are honoured, unless empty or relative', () => {
  const variables = { XDG_CONFIG_HOME: '/x/config', XDG_STATE_HOME: '', XDG_CACHE_HOME: 'cache' };
  const folders = foldersOf({ platform: 'linux', home: '/home/jo', variables });
  expect(folders.configFile).toBe('/x/config/modelrack/config.jsonc');
  expect(folders.keys).toBe('/x/config/modelrack/keys');
  expect(folders.state).toBe('/home/jo/.local/state/modelrack');
  expect(folders.cache).toBe('/home/jo/.cache/modelrack');
  expect(folders.bin).toBe('/home/jo/.local/share/modelrack/bin');
});

test('the same places on macOS', () => {
  const folders = foldersOf({ platform: 'darwin', home: '/Users/jo', variables: {} });
  expect(folders.config).toBe('/Users/jo/.config/modelrack');
});

test('Windows has its own', () => {
  const variables = {
    APPDATA: String.raw`C:\Users\jo\AppData\Roaming`,
    LOCALAPPDATA: String.raw`C:\Users\jo\AppData\Local`,
  };
  const folders = foldersOf({ platform: 'win32', home: String.raw`C:\Users\jo`, variables });
  expect(folders.configFile).toBe(String.raw`C:\Users\jo\AppData\Roaming\modelrack\config.jsonc`);
  expect(folders.ledger).toBe(String.raw`C:\Users\jo\AppData\Local\modelrack\ledger`);
  expect(folders.cache).toBe(String.raw`C:\Users\jo\AppData\Local\modelrack\cache`);
});
