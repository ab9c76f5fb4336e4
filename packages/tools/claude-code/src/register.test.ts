import { describe, expect, it } from 'vitest';
import { listFile } from '@modelrack/plugin';
import type { Engine, On } from './hooks-api.ts';
import { register } from './register.esm.ts';

const list = listFile(
  'work',
  [
    { id: 'lite', label: 'lite', contextWindow: 1000 },
    { id: 'a/big', label: 'a/big', contextWindow: 200_000 },
    { id: 'a/unknown', label: 'a/unknown', contextWindow: undefined },
  ],
  new Map([['m-lite', 'lite']]),
);

type Call = keyof typeof calls;
const calls = {
  'command.register': true,
  'fs.read': true,
  'process.run': true,
  'prompt.fill': true,
  'session.usage': true,
};

/** Claude Code, in which some calls are refused. */
function engineWithout(...refused: readonly Call[]) {
  const filled: string[] = [];
  const registered: string[] = [];
  const ran: (readonly string[])[] = [];
  const guard = (name: Call) => {
    if (refused.includes(name)) throw new Error(`${name} is refused`);
  };
  const $: Engine = {
    command: {
      register: async ({ name }) => {
        guard('command.register');
        registered.push(name);
      },
    },
    fs: {
      read: async (path) => {
        guard('fs.read');
        if (path === '@modelrack-picked@') return '["a/unknown"]';
        return list;
      },
    },
    process: {
      run: async (argv) => {
        guard('process.run');
        ran.push(argv);
      },
    },
    prompt: {
      fill: async ({ text }) => {
        guard('prompt.fill');
        filled.push(text);
      },
    },
    session: {
      usage: async () => {
        guard('session.usage');
        return { context: { tokens: 5000 } };
      },
    },
  };
  return { $, filled, registered, ran };
}

type Hook = ($: Engine, e: object, next: (e: object) => unknown) => Promise<unknown>;

function hookOf(event: string): Hook {
  const hooks = new Map<string, Hook>();
  // The events differ in what they carry; a test passes what the tool would.
  register(((name: string, hook: Hook) => hooks.set(name, hook)) as unknown as On);
  const hook = hooks.get(event);
  if (hook === undefined) throw new Error(`no hook for ${event}`);
  return hook;
}

const others = (e: object) => ({ others: e });

describe('a command that runs', () => {
  const run = hookOf('command.run');
  it('is answered in place, and its line stands in the input', async () => {
    const { $, filled } = engineWithout();
    expect(await run($, { command: 'm-', args: 'big' }, others)).toEqual({
      text: '/model a/big',
      isTextDisplayOnly: true,
    });
    expect(filled).toEqual(['/model a/big']);
  });
  it('fills nothing in where nothing is found', async () => {
    const { $, filled } = engineWithout();
    expect(await run($, { command: 'm-', args: 'zzzz' }, others)).toMatchObject({ isTextDisplayOnly: true });
    expect(filled).toEqual([]);
  });
  it.each<[Call, string]>([
    ['prompt.fill', '/model a/big'],
    ['session.usage', '/model a/big'],
  ])('is answered without %s, too', async (refused, text) => {
    expect(await run(engineWithout(refused).$, { command: 'm-', args: 'big' }, others)).toMatchObject({ text });
  });
  it.each([
    ['no list', ['fs.read'], { command: 'm-lite', args: '' }],
    ["a command of the user's", [], { command: 'm-mine', args: '' }],
    ['another command', [], { command: 'model', args: 'lite' }],
    ['an event of another kind', [], {}],
  ] as const)('is left to others: %s', async (_, refused, e) => {
    expect(await run(engineWithout(...refused).$, e, others)).toEqual({ others: e });
  });
});

describe('a line that is typed', () => {
  const complete = hookOf('prompt.autocomplete');
  it('gets our rows', async () => {
    const made = await complete(engineWithout().$, { text: '/m- lit' }, others);
    expect(made).toEqual({
      suggestions: [{ text: 'lite', label: 'lite', description: 'lite · 1k · too small for this conversation' }],
    });
  });
  it('gets aliases, what was picked and the newest where nothing is typed yet', async () => {
    const made = await complete(engineWithout().$, { text: '/m-' }, others);
    expect(made).toMatchObject({
      suggestions: [{ text: '/model lite' }, { text: '/model a/unknown' }, { text: '/model a/big' }],
    });
  });
  it.each([
    ['another line', [], '/model li'],
    ['nothing found', [], '/m- zzzz'],
    ['no list', ['fs.read'], '/m- lit'],
    ['no size of the thread', ['session.usage'], '/m- lit'],
  ] as const)('has those of others: %s', async (_, refused, text) => {
    expect(await complete(engineWithout(...refused).$, { text }, others)).toEqual({ others: { text } });
  });
});

describe('a switch', () => {
  const check = hookOf('classic.PreModelSwitch');
  it.each(['lite', 'lite[1m]'])('to %s, too small for the thread, is denied with what to do', async (id) => {
    expect(await check(engineWithout().$, { to_model: id, context_tokens: 5000 }, others)).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason:
        'This conversation has about 5k tokens; the context window of lite is 1k. Choose a model with a larger context window: a/big (200k); or start a new conversation.',
    });
  });
  it.each([
    ['it fits', { to_model: 'a/big', context_tokens: 5000 }],
    ['its window is unknown', { to_model: 'a/unknown', context_tokens: 5_000_000 }],
    ['it is not ours', { to_model: 'opus', context_tokens: 5_000_000 }],
    ['the size is unknown', { to_model: 'lite' }],
  ])('passes: %s', async (_, e) => {
    expect(await check(engineWithout().$, e, others)).toEqual({ others: e });
  });
  it.each([
    [
      'one of ours',
      'a/big',
      [['@modelrack-node@', '@modelrack-command@', 'hook', 'picked', '@modelrack-gateway@', 'a/big']],
    ],
    ['another', 'opus', []],
  ])('to %s: what is remembered', async (_, id, expected) => {
    const { $, ran } = engineWithout();
    await check($, { to_model: id }, others);
    expect(ran).toEqual(expected);
  });
  it('passes where nothing can be remembered', async () => {
    const e = { to_model: 'a/big' };
    expect(await check(engineWithout('process.run').$, e, others)).toEqual({ others: e });
  });
  it('passes without the list', async () => {
    const e = { to_model: 'lite', context_tokens: 5000 };
    expect(await check(engineWithout('fs.read').$, e, others)).toEqual({ others: e });
  });
});

describe('a session that starts', () => {
  const start = hookOf('session.start');
  it('has /m-', async () => {
    const { $, registered } = engineWithout();
    expect(await start($, { cwd: '/' }, others)).toEqual({ others: { cwd: '/' } });
    expect(registered).toEqual(['m-', 'm-lite', 'm-unknown', 'm-big']);
  });
  it('goes on where the name is refused', async () => {
    expect(await start(engineWithout('command.register').$, {}, others)).toEqual({ others: {} });
  });
});
