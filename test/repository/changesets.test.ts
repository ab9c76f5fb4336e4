import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './packages.ts';

const folder = join(root, '.changeset');
const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');

test('the next change log has one entry for each changeset', () => {
  const script = join(root, 'test/release/version.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--dry-run'], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(stdout.split('\n')[0]).toBe('## next');
  expect(stdout.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(files.length);
});

test.each(files)('%s is one paragraph of sentences', (name) => {
  const [, kind, body = ''] =
    /^---\n'modelrack': (major|minor|patch)\n---\n\n([^]*)$/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
  expect(kind, 'it begins with the package and the kind of change').toBeDefined();
  expect(body.trim()).toMatch(/\.$/);
  expect(body.trim()).not.toMatch(/\n\n/);
  expect(body.split(/\s+/).length, 'it is longer than a reader reads').toBeLessThan(120);
});
