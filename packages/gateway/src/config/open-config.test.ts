import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { issueKey, readIssuedKeys, revokeKey } from '../auth/key-store.ts';
import { startGateway } from '../start/start-gateway.ts';
import { send, testKey } from '../testing/send.ts';
import { openConfig } from './open-config.ts';
import type { OpenedConfig } from './open-config.ts';

let folder: string;
let opened: OpenedConfig | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'modelrack-config-'));
});
afterEach(() => {
  opened?.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(onProblem: (error: Error) => void = () => undefined, interval = 20): OpenedConfig {
  const files = {
    config: join(folder, 'gateway.jsonc'),
    issued: join(folder, 'issued.json'),
    keys: join(folder, 'keys'),
  };
  opened = openConfig({ files, variables: { SET: ' sk-a ', EMPTY: '' }, onProblem, interval });
  return opened;
}

test('no file is the usual configuration; a bad one is an error at the start', () => {
  expect(open().current().connections.size).toBe(0);
  writeFileSync(join(folder, 'gateway.jsonc'), '{\n  "oops": 1\n}');
  expect(() => open()).toThrow(expect.objectContaining({ code: 'file-invalid', line: 2 }));
});

test('a change is taken over; one that cannot be read is told, and the last good one stays', async () => {
  const file = join(folder, 'gateway.jsonc');
  const problems: Error[] = [];
  writeFileSync(file, '{ "hide": ["a"] }');
  const config = open((error) => problems.push(error));
  let changes = 0;
  config.subscribe(() => (changes += 1));
  writeFileSync(file, '{ "hide": ["b", "c"] }');
  await vi.waitUntil(() => changes > 0);
  expect(config.current().hide).toEqual(['b', 'c']);
  writeFileSync(file, '{ "hide": ["d", }');
  await vi.waitUntil(() => problems.length > 0);
  expect(config.current().hide).toEqual(['b', 'c']);
  writeFileSync(file, '{ "hide": [] } // again');
  await vi.waitUntil(() => config.current().hide.length === 0);
});

test('keys are named, not written: a variable, or a file', () => {
  const config = open();
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, 'keys/home'), 'sk-b\n');
  expect(['SET', 'EMPTY', 'UNSET'].map((env) => config.readSecret({ env }))).toEqual(['sk-a', undefined, undefined]);
  expect(['home', 'none'].map((secret) => config.readSecret({ secret }))).toEqual(['sk-b', undefined]);
});

test('an issued key is kept as its digest, for its owner alone, and can be revoked', async () => {
  const file = join(folder, 'issued.json');
  const now = new Date('2026-01-02T03:04:05Z');
  const config = open();
  const { kept, key } = issueKey(file, { name: 'laptop', scopes: ['lite'], now });
  expect(key).toMatch(/^gk_[\w-]{43}$/u);
  expect(readFileSync(file, 'utf8')).not.toContain(key.slice(3, 20));
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readIssuedKeys(file)).toEqual([kept]);
  await vi.waitUntil(() => config.keys().length === 1);
  expect(() => issueKey(file, { name: 'laptop', scopes: [], now })).toThrow(/already/u);
  expect(revokeKey(file, 'nobody')).toBe(false);
  expect(revokeKey(file, 'laptop')).toBe(true);
  expect(readIssuedKeys(file)).toEqual([]);
  writeFileSync(file, '{"keys":[{"id":1}]}');
  expect(() => readIssuedKeys(file)).toThrow(/damaged/u);
});

test('another key in the file of a connection is a change, also where it was named only later', async () => {
  const keyFile = join(folder, 'keys/home');
  mkdirSync(join(folder, 'keys'));
  writeFileSync(keyFile, 'sk-old');
  const config = open();
  const changes: string[] = [];
  config.subscribe((what) => changes.push(what));
  const connections = { lab: { base_url: 'http://127.0.0.1:9/v1', key: '{secret:home}' } };
  writeFileSync(join(folder, 'gateway.jsonc'), JSON.stringify({ connections }));
  await vi.waitUntil(() => changes.length === 1);
  writeFileSync(keyFile, 'sk-newer');
  await vi.waitUntil(() => changes.length === 2);
  expect(changes).toEqual(['config', 'config']);
  expect(config.readSecret({ secret: 'home' })).toBe('sk-newer');
});

test('a key is good from the moment in which it is issued, and lists are not asked for anew', async () => {
  const config = open(undefined, 60_000);
  const changes: string[] = [];
  config.subscribe((what) => changes.push(what));
  const gateway = await startGateway({ key: testKey, config });
  try {
    const { key } = issueKey(join(folder, 'issued.json'), { name: 'new', scopes: [], now: new Date() });
    const ask = (one: string) => send(gateway, { path: '/v1/models', headers: { authorization: `Bearer ${one}` } });
    expect((await ask(key)).status).toBe(200);
    expect((await ask(`${key}x`)).status).toBe(401);
    expect(changes).toEqual(['keys']);
  } finally {
    await gateway.close();
  }
});
