import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '../program.ts';
import { manPage } from './man-page.ts';

const file = join(import.meta.dirname, '../../../man/modelrack.1');

function isInstalled(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined;
}

test('the manual is what the definitions say', () => {
  const runner = { run: () => Promise.resolve(), writeOut: () => {}, writeErr: () => {} };
  const wanted = manPage(createProgram(runner, undefined));
  if (process.env['UPDATE'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted);
  }
  expect(readFileSync(file, 'utf8'), 'npm run generate writes it').toBe(wanted);
});

test.skipIf(!isInstalled('groff'))('groff has nothing to say of it, and shows every command', () => {
  const plain = ['-P-c', '-P-b', '-P-o', '-P-u'];
  const { stdout: shown, stderr } = spawnSync('groff', ['-man', '-Tascii', '-ww', ...plain, file], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(shown).toContain('modelrack gateway tiers rename <from> <to>');
  expect(shown).toContain("modelrack setup claude-code --models 'anthropic/*' --default plus");
  expect(shown.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test.skipIf(!isInstalled('mandoc'))('mandoc finds no fault in it', () => {
  const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', file], { encoding: 'utf8' });
  // No date: it would change with every build.
  expect(stdout.split('\n').filter((line) => line !== '' && !/missing date|TH/.test(line))).toEqual([]);
});
