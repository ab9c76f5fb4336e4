import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readJobSecret } from './job-secret.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'job-secret-'));
  folders.push(folder);
  return join(folder, 'keys');
}

test('it is made once, for this user only, and stays', async () => {
  const folder = makeFolder();
  const secret = await readJobSecret(folder);
  expect(secret.length).toBe(32);
  expect(await readJobSecret(folder)).toEqual(secret);
  if (process.platform !== 'win32') {
    expect(statSync(join(folder, 'video-jobs')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  expect(await readJobSecret(makeFolder())).not.toEqual(secret);
  expect(readdirSync(folder)).toEqual(['video-jobs']);
});

test('those who ask at once get the same one', async () => {
  const folder = makeFolder();
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readJobSecret(folder)));
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
});

test('a file that holds something else is left alone, and said', async () => {
  const folder = makeFolder();
  await readJobSecret(folder);
  writeFileSync(join(folder, 'video-jobs'), 'mine\n');
  await expect(readJobSecret(folder)).rejects.toThrow('EEXIST');
  expect(readFileSync(join(folder, 'video-jobs'), 'utf8')).toBe('mine\n');
});
