import { readFileSync, writeFileSync, chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal, type Terminal } from '../tools/harness/terminal.ts';
import { bin, key, keyVariable, makeRack, openGateway, picture, setUpRack, type Rack } from './rack.ts';

const patience = 10_000;
const fixtures = join(import.meta.dirname, '../../fixtures');
const terminals: Terminal[] = [];

afterEach(async () => {
  for (const terminal of terminals.splice(0)) await terminal.close();
});

/** Real ids, in the order in which they were published: the first `count`. */
function listed(count: number): readonly { readonly id: string }[] {
  return JSON.parse(readFileSync(join(fixtures, 'picker/models.json'), 'utf8')).slice(0, count);
}

interface Seat {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Record<string, string>;
}

/** The command at a keyboard. Standard output goes into a file, as with `modelrack pick | pbcopy`; the code is shown. */
function sit(rack: Rack, args: string, { columns = 100, rows = 30, env = {} }: Seat = {}): Terminal {
  const variables = () => ({
    HOME: rack.home,
    PATH: '/nowhere',
    [keyVariable]: key,
  });
  // Here, since a terminal names itself to what it starts.
  const named = Object.entries(env).map(([name, value]) => `${name}=${value} `);
  const line = `trap : INT; ${named.join('')}"${process.execPath}" "${bin}" ${args} >out.txt; echo "code $?"`;
  const home = { project: rack.path('work'), variables };
  const terminal = openTerminal('/bin/sh', ['-c', line], { home, columns, rows });
  terminals.push(terminal);
  return terminal;
}

const see = (terminal: Terminal, wanted: string | RegExp) => terminal.waitFor(wanted, patience);
const printed = (rack: Rack) => rack.read('work/out.txt');
/** Moves and erases, shows and hides the cursor; colours nothing. */
// eslint-disable-next-line no-control-regex
const steering = /\u001B\[(?:\d*[ABCDGJK]|\?\d+[hl])/g;
/** The row with the cursor. */
const chosen = (screen: string) => /^❯ (\S+)/m.exec(screen)?.[1];

describe.skipIf(process.platform === 'win32')('at a terminal', () => {
  it('filters by every key, moves, and prints the line and nothing else', async () => {
    const { rack } = await setUpRack({ models: listed(400) });
    const terminal = sit(rack, 'pick');
    const start = await see(terminal, '❯');
    expect(chosen(start)).toBe('lite');
    expect(start).toMatch(/^ {2}plus +262k/m);
    await terminal.type('snnet 4');
    const filtered = await see(terminal, '❯ anthropic/claude-sonnet-4');
    expect(filtered).toMatch(/claude-sonnet-4 +- +anthropic$/m);
    expect(filtered).not.toContain('lite');
    await terminal.press('Down', 'Down', 'Up');
    const id = chosen(await terminal.settle());
    expect(id).toMatch(/^anthropic\/claude-sonnet-4\.\d$/);
    await terminal.press('Enter');
    const end = await see(terminal, 'code 0');
    expect(printed(rack)).toBe(`/model ${id}\n`);
    // The list is gone: what stays on the screen is what the shell says.
    expect(end.trim()).toBe('code 0');
  });

  it('prints the line at once where there is a clear winner, and asks where there is none', async () => {
    const { rack } = await setUpRack({ models: listed(400) });
    await see(sit(rack, 'pick gpt-5-mini'), 'code 0');
    expect(printed(rack)).toBe('/model openai/gpt-5-mini\n');
    const terminal = sit(rack, 'pick haiku');
    expect(chosen(await see(terminal, '❯'))).toBe('anthropic/claude-haiku-4.5');
    await terminal.press('Enter');
    await see(terminal, 'code 0');
    expect(printed(rack)).toBe('/model anthropic/claude-haiku-4.5\n');
  });

  it('remembers what was picked', async () => {
    const { rack } = await setUpRack({ models: listed(400) });
    await rack.run(['pick', 'nova-micro-v1']);
    const terminal = sit(rack, 'pick --offline');
    const ids = [...(await see(terminal, '❯')).matchAll(/^[❯ ] (\S+) +\d/gm)].map(([, id]) => id);
    expect(ids.slice(0, 9)).toEqual([
      'lite',
      'plus',
      'ultra',
      'cheap',
      'night-batch',
      'team-fast',
      'work',
      'amazon/nova-micro-v1',
      expect.any(String),
    ]);
  });

  it.each(['Escape', 'Ctrl-C', 'Ctrl-D'] as const)('%s leaves: 130, nothing printed, nothing written', async (name) => {
    const { rack } = await setUpRack();
    const before = picture(rack.path('.local'));
    const terminal = sit(rack, 'pick');
    await see(terminal, 'Model:');
    await terminal.press(name);
    expect(await see(terminal, 'code 130')).toContain('no model was picked');
    expect(printed(rack)).toBe('');
    expect(picture(rack.path('.local'))).toEqual(before);
  });

  it('takes errors of typing back, and says when nothing is found', async () => {
    const { rack } = await setUpRack({ models: listed(400) });
    const terminal = sit(rack, 'pick');
    await see(terminal, 'Model:');
    await terminal.type('zzz');
    await see(terminal, 'No results found');
    await terminal.press('Enter', 'Tab', 'Backspace', 'Backspace', 'Backspace');
    await terminal.type('ultra');
    expect(chosen(await see(terminal, '❯ ultra'))).toBe('ultra');
    await terminal.press('Tab', 'Enter');
    await see(terminal, 'code 0');
    expect(printed(rack)).toBe('/model ultra\n');
  });

  it.each([
    [24, 12],
    [36, 24],
  ])('keeps its rows whole in a window of %d by %d', async (columns, rows) => {
    const { rack } = await setUpRack({ models: listed(400) });
    const terminal = sit(rack, 'pick', { columns, rows });
    await see(terminal, 'Model:');
    await terminal.type('gpt 5.6 luna pro');
    await see(terminal, /^❯ .*-luna-pro +1M(?: +openai)?$/m);
    await terminal.press('Enter');
    await see(terminal, 'code 0');
    expect(printed(rack)).toBe('/model openai/gpt-5.6-luna-pro\n');
  });

  it('scrolls through all of a long list', async () => {
    const { rack } = await setUpRack({ models: listed(400) });
    const terminal = sit(rack, 'pick claude');
    await see(terminal, '❯');
    const seen = new Set<string | undefined>();
    while (seen.size <= 15) {
      const before = chosen(terminal.screen());
      seen.add(before);
      await terminal.press('Down');
      // A busy machine draws later than the next key is pressed.
      await expect.poll(() => chosen(terminal.screen()), { timeout: patience }).not.toBe(before);
    }
    await terminal.press('Ctrl-C');
    await see(terminal, 'code 130');
  });

  it.each([
    ['--no-color', '--no-color', {}, false],
    ['NO_COLOR', '', { NO_COLOR: '1' }, false],
    ['a plain terminal', '', { TERM: 'dumb' }, false],
    ['a usual one', '', {}, true],
  ])('colours: %s', async (_, flag, env, isColoured) => {
    const { rack } = await setUpRack();
    const terminal = sit(rack, `pick --offline ${flag}`, { env });
    await see(terminal, '❯ lite');
    await terminal.press('Enter');
    await see(terminal, 'code 0');
    expect(terminal.raw().includes('\u001B[36m')).toBe(isColoured);
    if (!isColoured) expect(terminal.raw().replaceAll(steering, '')).not.toContain('\u001B');
    expect(printed(rack)).toBe('/model lite\n');
  });

  it('asks the terminal to keep the line where there is no clipboard', async () => {
    const { rack } = await setUpRack();
    const terminal = sit(rack, 'pick lite --copy');
    await see(terminal, 'code 0');
    expect(terminal.raw()).toContain(`\u001B]52;c;${Buffer.from('/model lite').toString('base64')}\u0007`);
    expect(printed(rack)).toBe('/model lite\n');
  });
});

describe('without a terminal', () => {
  it('prints exactly the line where there is a clear winner, or with --first', async () => {
    const { rack } = await setUpRack({ models: listed(400) });
    for (const [args, line] of [
      [['pick', 'lite'], '/model lite\n'],
      [['pick', 'gpt', '5', 'mini'], '/model openai/gpt-5-mini\n'],
      [['pick', 'gpt 5 mini', '--quiet'], '/model openai/gpt-5-mini\n'],
      [['pick', 'haiku', '--first'], '/model anthropic/claude-haiku-4.5\n'],
      [['pick', '--first'], '/model lite\n'],
      [['pick', 'lite', '--offline'], '/model lite\n'],
    ] as const) {
      expect(await rack.run(args), args.join(' ')).toMatchObject({ code: 0, stdout: line });
    }
  });

  it.each([
    ['no clear winner', ['haiku'], 'several models match "haiku": anthropic/claude-haiku-4.5'],
    ['no match', ['xyzzy'], 'no model matches "xyzzy"'],
    ['no match for --first', ['xyzzy', '--first'], 'no model matches "xyzzy"'],
    ['a word too many', ['lite', 'nonsense'], 'several models match "lite nonsense"'],
    ['no query', [], 'no model was named'],
  ])('%s: 9 and an empty stdout', async (_, args, message) => {
    const { rack } = await setUpRack({ models: listed(400) });
    const result = await rack.run(['pick', ...args]);
    expect(result).toMatchObject({ code: 9, stdout: '' });
    expect(result.stderr).toContain(message);
  });

  it('says the same in JSON', async () => {
    const { rack } = await setUpRack({ models: listed(400) });
    const won = await rack.json<{ matches: object[] }>(['pick', 'lite']);
    expect(won.code).toBe(0);
    expect(won.document).toMatchObject({ schema: 1, query: 'lite', line: '/model lite', id: 'lite' });
    expect(won.document.matches).toHaveLength(9);
    expect(won.document.matches[0]).toEqual({ id: 'lite', score: expect.any(Number) });
    const open = await rack.json(['pick', 'haiku']);
    expect(open.code).toBe(9);
    expect(open.document).toMatchObject({ schema: 1, query: 'haiku', line: null, id: null });
    const none = await rack.json(['pick', 'xyzzy']);
    expect(none.code).toBe(9);
    expect(none.document).toEqual({ schema: 1, query: 'xyzzy', line: null, id: null, matches: [] });
  });

  it('knows the tools, and refuses others', async () => {
    const { rack } = await setUpRack();
    expect(await rack.run(['pick', 'lite', '--for', 'claude'])).toMatchObject({ code: 0, stdout: '/model lite\n' });
    const unknown = await rack.run(['pick', 'lite', '--for', 'claud']);
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('did you mean claude?');
  });

  it('prints ids as they are, whatever they hold, and offers none that could steer a terminal', async () => {
    const hostile = ['x/$(touch pwned)', 'x/`id`', "x/a'b", 'x/a b', '../../etc/passwd'];
    const { rack } = await setUpRack({ models: [...hostile, 'x/red\u001b[31m', 'x/a\nb'].map((id) => ({ id })) });
    for (const id of hostile) expect(await rack.run(['pick', id])).toMatchObject({ code: 0, stdout: `/model ${id}\n` });
    const { document } = await rack.json<{ matches: { id: string }[] }>(['pick', 'x']);
    expect(document.matches.map(({ id }) => id).toSorted()).toEqual(hostile.slice(0, 4).toSorted());
  });

  it('asks a gateway that is not kept, and remembers nothing of it', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const args = ['pick', 'lite', '--base-url', gateway.url, '--api-key-env', keyVariable];
    expect(await rack.run(args)).toMatchObject({ code: 0, stdout: '/model lite\n' });
    expect(picture(rack.home)).toEqual({});
  });

  it.skipIf(process.platform === 'win32')('copies with the program that there is', async () => {
    const { rack } = await setUpRack();
    const program = rack.path('bin/xclip');
    rack.write('bin/xclip', '');
    writeFileSync(program, '#!/bin/sh\necho "$@" >"$HOME/arguments.txt"\ncat >"$HOME/copied.txt"\n');
    chmodSync(program, 0o755);
    const PATH = `${rack.path('bin')}:${dirname(process.execPath)}:/bin:/usr/bin`;
    const result = await rack.run(['pick', 'lite', '--copy'], { env: { PATH } });
    expect(result).toMatchObject({ code: 0, stdout: '/model lite\n' });
    expect(result.stderr).toContain('Copied with xclip.');
    expect(rack.read('copied.txt')).toBe('/model lite');
    expect(rack.read('arguments.txt')).toBe('-selection clipboard\n');
    const bare = await rack.run(['pick', 'lite', '--copy'], { env: { PATH: rack.path('none') } });
    expect(bare).toMatchObject({ code: 0, stdout: '/model lite\n' });
    expect(bare.stderr).toContain('no clipboard was found');
  });
});
