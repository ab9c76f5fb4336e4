import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Runner } from '../program/command-parts.ts';
import { createProgram } from '../program/program.ts';
import { kindOfArgument, kindOfFlag } from './value-kind.ts';
import { wantedAt } from './wanted-at.ts';

const nobody: Runner = { run: () => Promise.resolve(), writeOut: () => {}, writeErr: () => {} };
const program = createProgram(nobody, undefined);

function valuesAt(line: string): readonly string[] {
  const words = line.split(' ');
  return wantedAt(program, words.slice(0, -1), words.at(-1) ?? '').rows.map(({ value }) => value);
}

function kindAt(line: string): string {
  const words = line.split(' ');
  return wantedAt(program, words.slice(0, -1), words.at(-1) ?? '').kind;
}

describe('what may stand at a place of a line', () => {
  it('is every command, or those below one', () => {
    expect(valuesAt('')).toEqual([...program.commands.map((command) => command.name()), 'help']);
    expect(valuesAt('connections ')).toEqual(['list', 'rename', 'forget']);
    expect(valuesAt('--json gateway ')).toContain('tiers');
    expect(valuesAt('help ')).toContain('setup');
    expect(valuesAt('connections list ')).toContain('--json');
  });

  it('is every flag that the command takes, but one that is there already and means the same twice', () => {
    const flags = valuesAt('setup --insecure --models a/* -');
    expect(flags).toEqual(expect.arrayContaining(['--gateway', '--models', '--json', '--help']));
    expect(flags).not.toContain('--insecure');
    expect(valuesAt('mcp --')).not.toContain('--state-home');
  });

  it.each([
    ['setup ', 'tool'],
    ['setup opencode ', 'tool'],
    ['pick --for ', 'tool'],
    ['pick --for=', 'tool'],
    ['list --gateway ', 'connection'],
    ['list --gateway house ', 'model'],
    ['list --gateway=house ', 'model'],
    ['list one ', 'none'],
    ['chat -m ', 'model'],
    ['run ', 'tool'],
    ['run opencode -m ', 'model'],
    ['chat -- --mod', 'none'],
    ['connections rename ', 'connection'],
    ['connections rename house ', 'none'],
    ['gateway tiers rename ', 'none'],
    ['gateway tiers set lite ', 'model'],
    ['transcribe ', 'file'],
    ['image --output=', 'file'],
    ['setup --api-key-env ', 'variable'],
  ])('of "%s" it is: %s', (line, kind) => {
    expect(kindAt(line)).toBe(kind);
  });

  it.each([
    ['export --format ', ['json', 'yaml', 'toml', 'markdown']],
    ['export --format=', ['json', 'yaml', 'toml', 'markdown']],
    ['completion ', ['bash', 'zsh', 'fish', 'powershell']],
    ['chat --unknown=', []],
    ['chat --no-key=', []],
  ])('of "%s" it is what the definition allows', (line, values) => {
    expect(valuesAt(line)).toEqual(values);
  });
});

// Whoever adds an argument or a flag says here, or in value-kind.ts, where its values come from.
describe('values that are the words of the user', () => {
  const commandsOf = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(commandsOf)];
  const all = commandsOf(program);

  it('are those of these arguments', () => {
    const free = all.flatMap((command) =>
      command.registeredArguments
        .filter((argument) => argument.argChoices === undefined && kindOfArgument(command, argument) === 'none')
        .map((argument) => `${command.name()} ${argument.name()}`),
    );
    expect(free.toSorted()).toEqual([
      'add tier',
      'chat prompt',
      'connect name',
      'create name',
      'download id',
      'embed text',
      'image prompt',
      'rename from',
      'rename to',
      'rename to',
      'revoke key',
      'run args',
      'set tier',
      'speech text',
      'status id',
      'unset tier',
      'video prompt',
      'wait id',
    ]);
  });

  it('are those of these flags', () => {
    const options = all.flatMap((command) => command.options.filter(({ hidden }) => !hidden));
    const free = options
      .filter((option) => option.required && option.argChoices === undefined && kindOfFlag(option) === 'none')
      .map(({ long }) => long);
    const ofQuantities = [
      '--count',
      '--dimensions',
      '--max-tokens',
      '--output',
      '--price',
      '--seconds',
      '--temperature',
    ];
    const ofTimesAndSizes = ['--if-older', '--port', '--size', '--timeout', '--tokens', '--window'];
    const ofWords = ['--base-url', '--columns', '--default-effort', '--efforts', '--host', '--inputs', '--language'];
    const ofOthers = ['--only', '--preset', '--prompt', '--system', '--voice'];
    expect([...new Set(free)].toSorted()).toEqual(
      [...ofQuantities, ...ofTimesAndSizes, ...ofWords, ...ofOthers].toSorted(),
    );
  });
});
