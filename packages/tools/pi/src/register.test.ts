import { describe, expect, it } from 'vitest';
import { listFile } from '@modelrack/plugin';
import type { Completion, Context, Pi, Row } from './extension-api.ts';
import { register } from './register.cjs.ts';

const list = (gateway: string, ids: Readonly<Record<string, number | undefined>>) =>
  listFile(
    gateway,
    Object.entries(ids).map(([id, contextWindow]) => ({ id, label: id, contextWindow })),
  );

const work = { lite: 1000, 'a/big': 200_000, 'a/unknown': undefined };
const texts = (more: Record<string, string> = {}): Record<string, string> => ({
  '/plugins/pi-work/models.json': list('work', work),
  '/plugins/pi-work/extension.cjs': '',
  '/p/m-work.js': '',
  ...more,
});
const home = (ids: Readonly<Record<string, number>>) => ({
  '/plugins/pi-home/models.json': list('home', ids),
  '/plugins/pi-home/extension.cjs': '',
  '/p/m-home.js': '',
});

type Call = keyof Context['ui'] | 'getContextUsage' | 'getCommands' | 'exec';

/** pi with extensions of ours for the gateways, in which some calls are missing. */
function piWith(
  files: Record<string, string>,
  gateways = ['work'],
  missing: readonly Call[] = [],
  begun: readonly Row[] = [],
) {
  const shown: string[] = [];
  const filled: string[] = [];
  const ran: string[] = [];
  const commands = new Map<string, Parameters<Pi['registerCommand']>[1]>();
  const starts: ((event: unknown, context: Context) => void)[] = [];
  const inputs: ((event: { readonly text: string }, context: Context) => unknown)[] = [];
  let completion: Completion = {
    // As pi does it: the rows of a command whose name stands there with a blank.
    getSuggestions: async (lines, line) => {
      if (lines[line] === '/m-') return begun.length === 0 ? null : { items: begun, prefix: '/m-' };
      const [, words] = /^\/m- (.*)$/.exec(lines[line] ?? '') ?? [];
      const items = words === undefined ? [] : (commands.get('m-')?.getArgumentCompletions(words) ?? []);
      return items.length === 0 ? null : { items, prefix: words ?? '' };
    },
    applyCompletion: (_, line, __, { value }, prefix) => ({
      lines: [prefix.startsWith('/') ? `${value} for ${prefix}` : value],
      cursorLine: line,
      cursorCol: 0,
    }),
  };
  const without = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name, receiver): unknown =>
        missing.some((call) => call === name) ? undefined : Reflect.get(target, name, receiver),
    });
  const context = without<Context>({
    hasUI: true,
    ui: without<Context['ui']>({
      notify: (text) => void shown.push(text),
      setEditorText: (text) => void filled.push(text),
      addAutocompleteProvider: (wrap) => void (completion = wrap(completion)),
    }),
    getContextUsage: () => ({ tokens: 5000 }),
  });
  const pi = without<Pi>({
    registerCommand: (name, command) => void commands.set(name, command),
    // An overload for each event; which one is told by the name.
    on: ((event: string, hook: never) => (event === 'input' ? inputs : starts).push(hook)) as Pi['on'],
    getCommands: () => [{ name: 'm-mine' }],
    exec: async (program, args) => void ran.push([program, ...args].join(' ')),
  });
  const disk = {
    existsSync: (path: string) => files[path] !== undefined,
    readdirSync: () => ['claude-code', ...gateways.map((gateway) => `pi-${gateway}`)],
    readFileSync: (path: string) => {
      const text = files[path];
      if (text === undefined) throw new Error(`${path} is not there`);
      return text;
    },
  };
  for (const gateway of gateways) {
    register(pi, {
      gateway,
      command: ['node', 'ours'],
      plugins: '/plugins',
      extensions: '/p',
      picked: '/picked',
      disk,
    });
  }
  for (const start of starts) start({}, context);
  return {
    shown,
    filled,
    ran,
    commands,
    run: async (words: string) => commands.get('m-')?.handler(words, context),
    send: (text: string) => inputs.map((input) => input({ text }, context)),
    rows: async (line: string) => (await completion.getSuggestions([line], 0, line.length, {}))?.items,
    take: async (line: string, index = 0) => {
      const found = await completion.getSuggestions([line], 0, line.length, {});
      const row = found?.items[index];
      return row && completion.applyCompletion([line], 0, line.length, row, found.prefix);
    },
  };
}

const values = (rows: readonly Row[] | undefined) => rows?.map(({ value }) => value);

describe('the command', () => {
  it('shows the line and leaves it in the input', async () => {
    const { run, shown, filled } = piWith(texts());
    await run('big');
    expect([shown, filled]).toEqual([['/model work/a/big'], ['/model work/a/big']]);
  });
  it('says what to do where the thread is too long', async () => {
    const { run, shown } = piWith(texts());
    await run('lite');
    expect(shown).toEqual([
      '/model work/lite\nThis conversation has about 5k tokens; the context window of lite is 1k. Choose a model with a larger context window: a/big (200k); or start a new conversation.',
    ]);
  });
  it.each<[Call, readonly string[], readonly string[]]>([
    ['setEditorText', ['/model work/a/big'], []],
    ['getContextUsage', ['/model work/a/big'], ['/model work/a/big']],
    ['notify', [], ['/model work/a/big']],
    ['addAutocompleteProvider', ['/model work/a/big'], ['/model work/a/big']],
    ['exec', ['/model work/a/big'], ['/model work/a/big']],
  ])('does without %s', async (missing, shown, filled) => {
    const pi = piWith(texts(), ['work'], [missing]);
    await pi.run('big');
    expect([pi.shown, pi.filled]).toEqual([shown, filled]);
  });
  it.each([
    ['nothing is found', texts(), 'zzzz', 'No model of work matches "zzzz".'],
    ['the list is gone', texts({ '/plugins/pi-work/models.json': '' }), 'big', 'There is no list of models here'],
    ['the list is none', texts({ '/plugins/pi-work/models.json': '{"rows":1}' }), 'big', 'There is no list'],
  ])('leaves nothing in the input where %s', async (_, files, words, text) => {
    const { run, shown, filled } = piWith(files);
    await run(words);
    expect(shown).toEqual([expect.stringContaining(text)]);
    expect(filled).toEqual([]);
  });
  it('reads the list at every use', async () => {
    const files = texts();
    const { run, rows, shown } = piWith(files);
    expect(await rows('/m- fresh')).toBeUndefined();
    files['/plugins/pi-work/models.json'] = list('work', { ...work, 'b/fresh': undefined });
    expect(values(await rows('/m- fresh'))).toEqual(['b/fresh']);
    await run('fresh');
    expect(shown).toEqual(['/model work/b/fresh']);
  });
});

describe('a line that is typed', () => {
  it('gets rows with window and mark, and one that is taken becomes the line', async () => {
    const { rows, take } = piWith(texts());
    expect(await rows('/m- lite')).toEqual([
      { value: 'lite', label: 'lite', description: 'lite · 1k · too small for this conversation' },
    ]);
    expect(values(await rows('/m-lite'))).toEqual(['lite']);
    const taken = { lines: ['/model work/a/big'], cursorLine: 0, cursorCol: 17 };
    expect(await take('/m- big')).toEqual(taken);
    expect(await take('/m-big')).toEqual(taken);
  });
  it.each(['/m-', '/m- '])('lists aliases, what was picked and the newest behind "%s"', async (line) => {
    const files = texts({ '/picked/work.json': '["a/unknown"]' });
    expect(values(await piWith(files).rows(line))).toEqual(['lite', 'a/unknown', 'a/big']);
  });
  it('stands below the commands that begin with /m-, which are completed as ever', async () => {
    const { rows, take } = piWith(
      texts(),
      ['work'],
      [],
      [
        { value: 'other', label: 'other' },
        { value: 'm-', label: 'm-' },
      ],
    );
    expect(values(await rows('/m-'))).toEqual(['m-', 'lite', 'a/big', 'a/unknown', 'other']);
    expect(await take('/m-')).toMatchObject({ lines: ['m- for /m-'] });
    expect(await take('/m-', 1)).toMatchObject({ lines: ['/model work/lite'] });
  });
  it('remembers what was taken', async () => {
    const { take, ran } = piWith(texts());
    await take('/m-big');
    expect(ran.at(-1)).toBe('node ours hook picked work a/big');
  });
  it.each(['/m- zzzz', '/m-zzzz', '/model big', 'say /m-big'])('has none for "%s"', async (line) => {
    expect(await piWith(texts()).rows(line)).toBeUndefined();
  });
  it('has the rows of the command where nothing can be completed by us', async () => {
    const { take, run, filled } = piWith(texts(), ['work'], ['addAutocompleteProvider']);
    expect(await take('/m- big')).toMatchObject({ lines: ['a/big'] });
    await run('a/big');
    expect(filled).toEqual(['/model work/a/big']);
  });
});

describe('a line that is sent', () => {
  it('is answered where letters are glued to the name, and goes to no model', () => {
    const { send, filled } = piWith(texts());
    expect(send('/m-big')).toEqual([{ action: 'handled' }]);
    expect(filled).toEqual(['/model work/a/big']);
  });
  it.each(['/m-mine big', '/m-zzzz', '/m-', '/model big', 'big', 'say /m-big', '/m-big\nand more'])(
    'is left to pi: %j',
    (text) => {
      const { send, shown, filled } = piWith(texts());
      expect(send(text)).toEqual([undefined]);
      expect([shown, filled]).toEqual([[], []]);
    },
  );
});

it('brings the list up to date when a session starts', () => {
  expect(piWith(texts()).ran).toEqual(['node ours hook session-start work']);
});

describe('two gateways', () => {
  const both = texts(home({ lite: 9000, 'h/own': 9000 }));
  it('have one command, in which an id that both have stands with its gateway', async () => {
    const { commands, rows, take, ran } = piWith(both, ['work', 'home']);
    expect([...commands.keys()]).toEqual(['m-']);
    expect(ran).toHaveLength(2);
    expect(values(await rows('/m- lite'))).toEqual(['home/lite', 'work/lite']);
    expect(await take('/m- lite', 1)).toMatchObject({ lines: ['/model work/lite'] });
    expect(await take('/m- own')).toMatchObject({ lines: ['/model home/h/own'] });
    expect(await take('/m- big')).toMatchObject({ lines: ['/model work/a/big'] });
  });
  it.each(['/p/m-home.js', '/plugins/pi-home/extension.cjs'])('are one where %s is missing', async (gone) => {
    const { [gone]: _, ...rest } = both;
    const { rows } = piWith(rest, ['work', 'home']);
    expect(values(await rows('/m- lite'))).toEqual(['lite']);
    expect(values(await rows('/m- h/own'))).not.toContain('h/own');
  });
});
