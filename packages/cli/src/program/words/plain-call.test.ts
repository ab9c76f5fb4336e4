import { Command as Commander } from 'commander';
import { describe, expect, test } from 'vitest';
import { describeProgram } from '../describe-program.ts';
import { describeTo } from './as-commander.ts';
import type { Called, Command } from './command.ts';
import { plainCall } from './plain-call.ts';

const nobody = { run: () => Promise.resolve(), writeOut: () => {}, writeErr: () => {} };

/** The commands of a call, of which each says how it was called instead of doing anything. */
function recording(args: readonly string[]): { readonly program: Command; readonly calls: unknown[] } {
  const program = describeProgram(
    nobody,
    args.find((arg) => !arg.startsWith('-')),
  );
  const calls: unknown[] = [];
  const watch = (command: Command): void => {
    command.action((...call: readonly unknown[]) => {
      const called = call.at(-1) as Called;
      const options = call.at(-2);
      calls.push([command.name(), called.name(), called.parent?.name(), called.parent?.parent, call.slice(0, -2)]);
      calls.push({ ...called.optsWithGlobals(), ...(options as object) });
      return Promise.resolve();
    });
    command.commands.forEach(watch);
  };
  program.commands.forEach(watch);
  return { program, calls };
}

/** How the command is called; undefined: that is for commander. */
async function plainly(args: readonly string[]): Promise<unknown> {
  const { program, calls } = recording(args);
  const call = plainCall(program, args);
  await call?.();
  return call === undefined ? undefined : calls;
}

/** How commander calls it; undefined: it refuses to, or answers by itself. */
async function byCommander(args: readonly string[]): Promise<unknown> {
  const { program, calls } = recording(args);
  const silent = { writeOut: () => {}, writeErr: () => {} };
  const commander = new Commander(program.name()).version('1', '-V, --version').configureOutput(silent).exitOverride();
  describeTo(commander, program);
  try {
    await commander.parseAsync([...args], { from: 'user' });
    return calls;
  } catch {
    return undefined;
  }
}

/** What may stand in a call of a command: nothing, each flag in each way of writing it, and all of them at once. */
function callsOf({ spec, options }: Command, ofAll: Command['options']): readonly (readonly string[])[] {
  const name = spec.split(' ')[0] ?? '';
  const values = ['3', '10m', 'id', 'json', '', '--json', '-'];
  const ways = [...ofAll, ...options].flatMap(({ long = '', short, required }) => {
    const flags = [long, ...(short === undefined ? [] : [short])];
    if (!required) return flags.map((flag) => [flag]);
    return flags.flatMap((flag) => [[flag], ...values.map((value) => [flag, value]), [`${flag}=3`], [`${flag}3`]]);
  });
  const words = [[], ['one'], ['one', 'two'], ['--', 'one'], ['--other'], ['']];
  return [...ways, ways.flatMap((way) => (way.length === 1 ? way : [])), ['-yq'], ['--help'], []].flatMap((way) =>
    words.flatMap((operands) => [
      [name, ...operands, ...way],
      [name, ...way, ...operands],
      [...way, name, ...operands],
    ]),
  );
}

const described = describeProgram(nobody, undefined);

describe.each(described.commands.map((command) => [command.name(), command] as const))('%s', (_, command) => {
  test('is called as commander calls it, or left to commander', async () => {
    let plain = 0;
    for (const args of callsOf(command, described.options)) {
      const call = await plainly(args);
      if (call === undefined) continue;
      plain += 1;
      expect({ args, call }).toEqual({ args, call: await byCommander(args) });
    }
    if (command.commands.length === 0 && command.name() !== 'completion') expect(plain).toBeGreaterThan(10);
  });
});

test.each([
  'list --offline',
  'setup opencode codex --base-url http://127.0.0.1/v1 --yes --take-over --models a/* --models b/*',
  'pick mini --first --offline',
  '--json status',
  'refresh --if-older 24h -q --no-color',
  'mcp',
])('%s: is plain', async (line) => {
  const args = line.split(' ');
  const call = await plainly(args);
  expect(call).toHaveLength(2);
  expect(call).toEqual(await byCommander(args));
});

test.each([
  '',
  'list --help',
  'help list',
  '-V',
  'lst',
  'list one two',
  'fits',
  'connections list',
  'list --sort x',
  'fits x --tokens 3 --thread f',
])('%s: is for commander', async (line) => expect(await plainly(line.split(' '))).toBeUndefined());
