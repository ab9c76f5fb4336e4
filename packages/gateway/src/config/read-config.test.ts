import { isRackError } from '@modelrack/errors';
import { expect, test } from 'vitest';
import { presets } from '../providers/presets.ts';
import { emptyConfig, readConfig } from './read-config.ts';

const read = (text: string) => readConfig(text, 'gateway.jsonc', presets);

/** `line:column message` of what is refused. */
function refusalOf(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (isRackError(error) && error.code === 'file-invalid') return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  return 'nothing';
}

test('an empty object is the default', () => {
  expect(read('{}')).toEqual(emptyConfig);
});

test('comments, trailing commas, a byte-order mark', () => {
  const config = read(`\uFEFF{
    // ours
    "listen": { "port": 9000, },
    "connections": { "openai": { "preset": "openai", "key": "{env:OPENAI_API_KEY}" } /* yes */ },
    "aliases": { "lite": ["openai/gpt-5-mini", "demo/chat"], },
    "hide": ["openai/*-x"],
    "allow_origins": ["https://chat.example.test"],
  }`);
  expect(config.listen).toEqual({ host: '127.0.0.1', port: 9000 });
  expect(config.connections.get('openai')).toMatchObject({
    baseUrl: 'https://api.openai.com/v1',
    key: { env: 'OPENAI_API_KEY' },
    isProbed: false,
  });
  expect(config.aliases.get('lite')).toEqual({
    chain: ['openai/gpt-5-mini', 'demo/chat'],
    firstTokenMs: undefined,
    onRefusal: 'return',
  });
  expect(config.hide).toEqual(['openai/*-x']);
  expect(config.allowOrigins).toEqual(['https://chat.example.test']);
});

test('a connection by its URL: its wires as named, else asked for; windows by hand', () => {
  const { connections } = read(`{ "connections": {
    "lab": { "base_url": "http://10.0.0.7:8000/v1/", "wires": ["chat", "responses"], "models": { "a/b": { "context_window": 9 } } },
    "any": { "base_url": "https://gw.example.test/v1", "key": "{secret:any}" } } }`);
  expect(connections.get('lab')).toMatchObject({ baseUrl: 'http://10.0.0.7:8000/v1', isProbed: false });
  expect(connections.get('lab')?.preset.paths).toEqual({ chat: '/chat/completions', responses: '/responses' });
  expect(connections.get('lab')?.models.get('a/b')).toEqual({ contextWindow: 9 });
  expect(connections.get('any')).toMatchObject({ isProbed: true, key: { secret: 'any' } });
  expect(connections.get('any')?.preset.paths.messages).toBeUndefined();
});

test('an alias may name an alias: the chain is flat, each member once', () => {
  const { aliases } = read(`{ "aliases": {
    "a": ["b", "demo/x"],
    "b": { "chain": ["demo/y", "demo/x"], "first_token_ms": 20000, "on_refusal": "next" } } }`);
  expect(aliases.get('a')?.chain).toEqual(['demo/y', 'demo/x']);
  expect(aliases.get('b')).toMatchObject({ firstTokenMs: 20_000, onRefusal: 'next' });
});

test.each([
  ['{\n  "listen": 1\n}', '2:13 listen must be an object'],
  ['{\n "connections": {\n  "x": {}\n }\n}', '3:8 The connection has neither a preset nor a base_url'],
  ['{\n\n  oops\n}', '3:3 This is not valid JSON: invalid symbol'],
  ['', '1:1 The file is empty'],
  ['{ "conections": {} }', '1:17 There is no setting "conections" here'],
  ['{ "hide": [], "hide": [] }', '1:15 "hide" is written twice'],
  ['{ "connections": { "Big": {} } }', '1:27 A connection is named by lower-case letters, digits, dots and dashes'],
  ['{ "connections": { "demo": {} } }', '1:28 The name demo belongs to the demo'],
  ['{ "connections": { "x": { "preset": "none" } } }', '1:37 There is no such preset'],
  ['{ "connections": { "x": { "preset": "openai", "key": "sk-secret" } } }', '1:54 A key is named here, not written'],
  ['{ "connections": { "x": { "base_url": "ftp://a" } } }', '1:39 base_url must begin with http:// or https://'],
  [
    '{ "connections": { "x": { "base_url": "https://u:p@a" } } }',
    '1:39 base_url must not contain a user name or password',
  ],
  [
    '{ "connections": { "x": { "base_url": "http://169.254.169.254/v1" } } }',
    '1:39 base_url is refused: a link-local or metadata address.',
  ],
  [
    '{ "connections": { "x": { "base_url": "http://8.8.8.8/v1" } } }',
    '1:39 base_url is refused: plain http to an address outside of this machine and its network.',
  ],
  [
    '{ "connections": { "x": { "base_url": "http://[fe80::1]/v1" } } }',
    '1:39 base_url is refused: a link-local or metadata address.',
  ],
  [
    '{ "connections": { "x": { "base_url": "http://[::ffff:169.254.169.254]/v1" } } }',
    '1:39 base_url is refused: a link-local or metadata address.',
  ],
  [
    '{ "connections": { "x": { "base_url": "http://2852039166/v1" } } }',
    '1:39 base_url is refused: a link-local or metadata address.',
  ],
  ['{ "connections": { "x": { "preset": "openai", "wires": ["chats"] } } }', '1:57 There is no wire "chats"'],
  ['{ "aliases": {\n "a": ["b"],\n "b": ["a"] } }', '3:8 The alias "a" leads back to itself'],
  ['{ "aliases": { "a": ["a"] } }', '1:22 The alias "a" leads back to itself'],
  ['{ "aliases": { "a": ["gone"] } }', '1:22 There is no alias "gone"'],
  ['{ "aliases": { "a": ["openai/x"] } }', '1:22 "openai/x" names no connection of this file'],
  ['{ "aliases": { "a": ["demo/"] } }', '1:22 "demo/" names no model'],
  ['{ "aliases": { "a": [] } }', '1:21 The chain is empty'],
  ['{ "aliases": { "a/b": ["demo/x"] } }', '1:23 The name of an alias has no slash and no blanks around it'],
  [
    `{ "aliases": { "a": [${'123456789'.split('').map((n) => `"demo/${n}"`)}] } }`,
    '1:21 The chain of "a" has 9 members',
  ],
  ['{ "aliases": { "a": { "chain": ["demo/x"], "on_refusal": "stop" } } }', '1:58 on_refusal is "return" or "next"'],
  ['{ "allow_origins": ["https://a/b"] }', '1:21 An origin is a scheme, a host and perhaps a port'],
])('%j is refused', (text, refusal) => {
  expect(refusalOf(text)).toBe(refusal);
});
