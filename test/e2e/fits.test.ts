import { describe, expect, it } from 'vitest';
import { makeRack, setUpRack } from './rack.ts';

interface FitsDocument {
  readonly fits: boolean | null;
  readonly tokens: number | null;
  readonly remedy: string | null;
  readonly models: readonly { readonly id: string; readonly contextWindow: number }[];
}

const answer = {
  type: 'assistant',
  isSidechain: false,
  message: {
    role: 'assistant',
    content: [],
    usage: { input_tokens: 10, cache_read_input_tokens: 39_000, output_tokens: 990 },
  },
};

// The demo models: lite and two others 32k, plus and demo/long 131k, ultra and demo/huge 1M, demo/small 4k.
describe('fits', () => {
  it('says that a thread fits', async () => {
    const { rack } = await setUpRack();
    expect(await rack.run(['fits', 'lite', '--tokens', '20_000'])).toMatchObject({
      code: 0,
      stdout: 'The conversation of 20,000 tokens fits: the context window of lite is 32,768 tokens.\n',
    });
    const { document } = await rack.json(['fits', 'lite', '--tokens', '20k']);
    expect(document).toEqual({
      schema: 1,
      model: 'lite',
      // The gateway states no price.
      cost: null,
      contextWindow: 32_768,
      tokens: 20_000,
      estimated: false,
      tool: null,
      fits: true,
      remedy: null,
      models: [],
    });
  });

  it('names those that hold it, the smallest first, and what to do', async () => {
    const { rack } = await setUpRack();
    const { stdout, code } = await rack.run(['fits', 'demo/small', '--tokens', '40k']);
    expect(code).toBe(9);
    expect(stdout).toBe(
      [
        'This conversation has about 40k tokens; the context window of demo/small is 4k. Choose a model with a larger context window: plus (131k), demo/long (131k), ultra (1M); or start a new conversation.',
        'MODEL      WINDOW',
        'plus       131,072',
        'demo/long  131,072',
        'ultra      1,048,576',
        'demo/huge  1,048,576',
        '',
      ].join('\n'),
    );
    const { document } = await rack.json<FitsDocument>(['fits', 'small', '--tokens', '2M']);
    expect(document).toMatchObject({ model: 'demo/small', fits: false, models: [] });
    expect(document.remedy).toContain('start a new conversation');
  });

  it('counts a thread by its transcript', async () => {
    const { rack } = await setUpRack();
    rack.write('work/thread.jsonl', `${JSON.stringify(answer)}\n`);
    const { document } = await rack.json<FitsDocument>(['fits', 'lite', '--thread', 'thread.jsonl']);
    expect(document).toMatchObject({ tool: 'claude-code', tokens: 40_000, estimated: false, fits: false });
    expect(document.models[0]).toEqual({ id: 'plus', form: 'alias', cost: null, contextWindow: 131_072 });
  });

  it('guesses no window', async () => {
    const { rack } = await setUpRack({ models: [{ id: 'a/silent' }, { id: 'a/stated', context_window: 9000 }] });
    expect((await rack.run(['fits', 'a/silent'])).stdout).toBe(
      'The context window of a/silent is not stated by the gateway.\n',
    );
    const { document } = await rack.json<FitsDocument>(['fits', 'a/silent', '--tokens', '5000']);
    expect(document).toMatchObject({ contextWindow: null, fits: null, remedy: null });
    expect(document.models.map(({ id }) => id)).toEqual(['a/stated']);
  });

  it.each([
    ['an unknown model', ['xyzzy', '--tokens', '1'], 2, 'no model is called "xyzzy"'],
    ['several models', ['demo', '--tokens', '1'], 2, 'did you mean demo/'],
    ['no number', ['lite', '--tokens', 'many'], 2, 'Write a number of tokens like 200000 or 200k.'],
    ['two sizes', ['lite', '--tokens', '1', '--thread', 'x'], 2, '--thread'],
    ['no file', ['lite', '--thread', 'missing.jsonl'], 3, 'missing.jsonl'],
    ['no thread', ['lite', '--thread', 'note.txt'], 3, 'opencode export SESSION'],
  ])('refuses %s', async (_, args, code, message) => {
    const { rack } = await setUpRack();
    rack.write('work/note.txt', 'buy milk\n');
    const result = await rack.run(['fits', ...args]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
  });

  it('says what to pass on the first run', async () => {
    const result = await makeRack().run(['fits', 'lite', '--tokens', '1']);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('no gateway is set up yet');
  });
});
