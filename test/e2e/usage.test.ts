import { describe, expect, it } from 'vitest';
import { makeRack } from './rack.ts';

describe('usage', () => {
  it.each([
    ['an unknown command', ['stup'], "unknown command 'stup'", 'did you mean setup?'],
    ['the help of an unknown command', ['help', 'stup'], "unknown command 'stup'", 'modelrack --help'],
    ['that of an unknown inner one', ['help', 'gateway', 'strat'], "unknown command 'strat'", 'modelrack --help'],
    ['that of an unknown one inside', ['gateway', 'help', 'strat'], "unknown command 'strat'", 'modelrack --help'],
    ['one where the first word alone lists', ['connections', 'nope'], "unknown command 'nope'", 'connections --help'],
    ['one that is nearly right', ['connections', 'forgt'], "unknown command 'forgt'", 'did you mean forget?'],
    ['a word too many', ['connections', 'list', 'x'], "too many arguments for 'list'", 'modelrack --help'],
    ['an unknown option', ['list', '--jsno'], "unknown option '--jsno'", 'did you mean --json?'],
    [
      'an unknown tool',
      ['setup', 'opencod', '--base-url', 'http://127.0.0.1:9'],
      'there is no tool "opencod"',
      'did you mean opencode?',
    ],
    [
      'a duration without unit',
      ['refresh', '--if-older', '5'],
      "option '--if-older <duration>' argument '5' is invalid",
      '30s, 10m, 24h',
    ],
    [
      'a reserved name',
      ['setup', 'opencode', '--gateway', 'openai', '--base-url', 'http://127.0.0.1:9'],
      'the name "openai"',
      'choose another',
    ],
    [
      'a file without a tool',
      ['setup', '--config-file', 'x'],
      '--config-file belongs to one tool',
      'modelrack setup TOOL',
    ],
    [
      'a key in a URL',
      ['setup', 'opencode', '--base-url', 'http://127.0.0.1:9/v1?api_key=sk-live-0123456789'],
      'contains a parameter',
      '--api-key-stdin',
    ],
    [
      'a key for a variable',
      ['list', '--base-url', 'http://127.0.0.1:9', '--api-key-env', 'sk-live-0123456789'],
      'takes the name of a variable',
      '--api-key-env',
    ],
  ])('says what is wrong with %s, and exits 2', async (_, args, message, hint) => {
    const result = await makeRack().run(args);
    expect(result.code).toBe(2);
    expect(result.stdout).toBe('');
    expect(result.stderr.toLowerCase()).toContain(message.toLowerCase());
    expect(result.stderr.toLowerCase()).toContain(hint.toLowerCase());
    expect(result.stderr).not.toContain('sk-live');
    expect(result.stderr).not.toContain('    at ');
  });

  it('prints the help and exits 2 without a command and a terminal', async () => {
    const result = await makeRack().run([]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('Usage: modelrack');
  });

  it('shows the help of an inner command, and does so for a word of a query nowhere', async () => {
    const rack = makeRack();
    for (const args of [
      ['help', 'gateway', 'start'],
      ['gateway', 'help', 'start'],
    ]) {
      expect(await rack.run(args)).toMatchObject({
        code: 0,
        stdout: (await rack.run(['gateway', 'start', '--help'])).stdout,
      });
    }
    expect((await rack.run(['list', 'help'])).stderr).toContain('no gateway is set up yet');
  });

  it.each([['--help'], ['setup', '--help'], ['help', 'refresh']])('answers %s %s on stdout', async (...args) => {
    const result = await makeRack().run(args);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('Usage: modelrack');
  });

  it('prints its version', async () => {
    expect(await makeRack().run(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });

  it('writes usage errors as JSON when asked for JSON', async () => {
    const { code, document } = await makeRack().json<object>(['stup']);
    expect(code).toBe(2);
    expect(document).toEqual({
      schema: 1,
      command: 'stup',
      error: {
        code: 'usage',
        message: "unknown command 'stup'",
        path: null,
        line: null,
        column: null,
        hint: expect.any(String),
      },
    });
  });
});

describe('the first run', () => {
  it.each([
    ['setup', ['setup', 'opencode'], 'modelrack setup --base-url URL --api-key-env NAME'],
    ['setup of all', ['setup'], 'modelrack gateway start'],
    ['list', ['list'], 'modelrack setup --base-url URL --api-key-env NAME'],
    ['refresh', ['refresh'], 'modelrack setup --base-url URL --api-key-env NAME'],
  ])('%s says exactly what to pass, and exits 2', async (_, args, hint) => {
    const rack = makeRack();
    const result = await rack.run(args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('no gateway is set up yet');
    expect(result.stderr).toContain(hint);
  });

  it.each([[['status']], [['connections']], [['tools']], [['remove']]])('%s works without a gateway', async (args) => {
    expect((await makeRack().run(args)).code).toBe(0);
  });
});
