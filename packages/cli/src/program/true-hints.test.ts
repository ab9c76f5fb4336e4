import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import type { Runner } from './command-parts.ts';
import { createProgram } from './program.ts';

const root = join(import.meta.dirname, '../../../..');
const nobody: Runner = { run: () => Promise.resolve(), writeOut: () => {}, writeErr: () => {} };
const program = createProgram(nobody, undefined);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'build', 'testing', 'testdata'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const sources = filesBelow(join(root, 'packages')).filter((file) => /(?<!\.test)\.ts$|\.md$/.test(file));
const texts = [...sources, join(root, 'README.md'), join(root, 'CONTRIBUTING.md')].map((file) => ({
  file: relative(root, file),
  text: readFileSync(file, 'utf8'),
}));

/** The hint came before the flag. */
const arriving = '--mcp';

interface Call {
  readonly file: string;
  readonly words: readonly string[];
}

// In back quotes, behind a colon or a verb, or as a line of a shell: elsewhere it is the name of the product.
const calls = /(?:`|: |\b(?:run|see|with|use|prints|is) |^(?:\$ )?)modelrack ([a-z][^`'"\n;()#|\\]*)/gm;

const found: readonly Call[] = texts.flatMap(({ file, text }) =>
  [...text.matchAll(calls)].map((match) => ({ file, words: (match[1] ?? '').trim().split(/[\s,]+/) })),
);

/** The command that is meant, its parents before it; undefined: there is none of that name. */
function commandOf(words: readonly string[]): readonly Command[] | undefined {
  const [first = '', second = ''] = words;
  const command = program.commands.find((one) => one.name() === first);
  if (command === undefined) return undefined;
  const inner = command.commands.find((one) => one.name() === second);
  return inner === undefined ? [program, command] : [program, command, inner];
}

function flagsOf(commands: readonly Command[]): ReadonlySet<string> {
  const options = commands.flatMap((command) => command.options);
  return new Set([
    '--help',
    '-h',
    ...options.flatMap(({ long, short }) => [long, short].filter((flag) => flag)),
  ] as string[]);
}

function everyCommand(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

describe('what hints and pages name is there', () => {
  test('some are found', () => {
    expect(found.length).toBeGreaterThan(40);
  });

  test('every command', () => {
    expect(found.filter(({ words }) => words[0] !== 'help' && commandOf(words) === undefined)).toEqual([]);
  });

  test('every flag behind a command belongs to it', () => {
    const wrong = found.flatMap(({ file, words }) => {
      const commands = commandOf(words);
      const known = commands === undefined ? undefined : flagsOf(commands);
      const flags = words.map((word) => word.replace(/[^a-z-].*$/, '')).filter((word) => /^--[a-z]/.test(word));
      return flags
        .filter((flag) => known?.has(flag) === false && flag !== arriving)
        .map((flag) => `${file}: ${words.join(' ')}: ${flag}`);
    });
    expect(wrong).toEqual([]);
  });

  test('every flag that an error or a note of the command names', () => {
    const known = flagsOf(everyCommand(program));
    const ours = texts.filter(({ file }) =>
      /^packages\/(?:cli|setup|catalog|http|picker)\/src\/(?!program\/)/.test(file.replaceAll('\\', '/')),
    );
    const wrong = ours.flatMap(({ file, text }) => {
      const code = text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
      const flags = [
        ...code.matchAll(/(?:pass|with|name it|leave|choose|by|or|and|for example:?|,) (--[a-z][a-z-]+)/g),
      ];
      return flags.flatMap(([, flag = '']) => (known.has(flag) ? [] : [`${file}: ${flag}`]));
    });
    expect(wrong).toEqual([]);
  });
});
