import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandLine } from './command-line.ts';

const print = 'console.log(JSON.stringify(process.argv.slice(1)))';

test.skipIf(process.platform === 'win32')('what a shell reads are the words that were meant', () => {
  const words = ['plain', 'Jo Doe', "it's", '$HOME', '`id`', 'a"b', 'back\\slash', 'new\nline', '*', ''];
  const line = commandLine([process.execPath, '-e', print, '--', ...words], 'linux');
  const { stdout } = spawnSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(words);
});

/** As programs of Windows take their line apart, without quotation marks inside of words: no path can have one. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

test.each([
  [[String.raw`C:\Program Files\nodejs\node.exe`, String.raw`C:\Users\Jo Doe\modelrack.js`, 'key', 'work']],
  [[String.raw`C:\node\node.exe`, String.raw`C:\Users\a&b (c)\modelrack.js`, 'key', 'work']],
  [[String.raw`C:\node\node.exe`, '']],
])('on Windows, too: %j', (words) => {
  const line = commandLine(words, 'win32');
  expect(wordsOf(line)).toEqual(words);
  // What cmd would act on stands between quotation marks.
  expect(line.replaceAll(/"[^"]*"/g, '')).not.toMatch(/[&()<>|^]/);
});

test('on Windows, what needs no quotation marks has none', () => {
  expect(commandLine([String.raw`C:\node\node.exe`, 'mcp'], 'win32')).toBe(String.raw`C:\node\node.exe mcp`);
});
