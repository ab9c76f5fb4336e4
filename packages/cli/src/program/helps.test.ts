import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import type { Runner } from './command-parts.ts';
import { examplesOf } from './examples.ts';
import { createProgram } from './program.ts';

const folder = join(import.meta.dirname, '../../../../fixtures/texts');
const nobody: Runner = { run: () => Promise.resolve(), writeOut: () => {}, writeErr: () => {} };

function commandsOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

function helpOf(command: Command, columns: number): string {
  command.configureOutput({ getOutHelpWidth: () => columns });
  return command.helpInformation();
}

const all = commandsOf(createProgram(nobody, undefined));

// Every word that users read in a help is looked at when it changes: UPDATE=1 writes, and the diff shows it.
test.each([80, 120])('the helps at %i columns are those recorded', (columns) => {
  const texts = all.map((command) => helpOf(command, columns)).join(`\n${'-'.repeat(columns)}\n\n`);
  const file = join(folder, `helps-${columns}.txt`);
  if (process.env['UPDATE'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, texts);
  }
  expect(texts, 'npm run generate writes it').toBe(readFileSync(file, 'utf8'));
});

test('no line of a help is wider than asked for', () => {
  const wide = all.flatMap((command) =>
    helpOf(command, 80)
      .split('\n')
      .filter((line) => line.length > 80),
  );
  expect(wide).toEqual([]);
});

test('helps are imperatives in one form: a small letter first, and no full stop', () => {
  const texts = all.flatMap((command) => [
    ...(command.parent === null ? [] : [command.description()]),
    ...command.options.map(({ description }) => description),
  ]);
  expect(texts.filter((text) => !/^(?:[a-z]|\W)/.test(text) || /[.!]$/.test(text))).toEqual([]);
});

describe('examples', () => {
  const calls = all.flatMap((command) => examplesOf(command).map((line) => ({ command, line })));

  test('stand under every command that does something, one at least', () => {
    const without = all.filter((command) => command.commands.length === 0 && examplesOf(command).length === 0);
    expect(without.map((command) => command.name())).toEqual([]);
  });

  test('stand under the command that they call', () => {
    const pathOf = (command: Command): string =>
      command.parent === null ? 'modelrack' : `${pathOf(command.parent)} ${command.name()}`;
    expect(calls.filter(({ command, line }) => !line.includes(pathOf(command))).map(({ line }) => line)).toEqual([]);
  });

  test.each(calls)('$line: is understood', async ({ line }) => {
    const [, words = ''] = /modelrack ?((?:[^|>)<]|<(?! ))*)/.exec(line) ?? [];
    let isRun = words === '';
    const runner: Runner = { ...nobody, run: () => Promise.resolve(void (isRun = true)) };
    const args = [...words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      ([, one, two, three]) => one ?? two ?? three ?? '',
    );
    const called = createProgram(runner, undefined);
    if (words !== '') await called.parseAsync(args, { from: 'user' });
    expect(isRun).toBe(true);
  });
});
