import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readThread } from './read-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'modelrack-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

function fileOf(text: string): string {
  const path = join(folder, `thread-${(files += 1)}`);
  writeFileSync(path, text);
  return path;
}

function sizeOf(...lines: readonly object[]) {
  const { tokens, isEstimated } = readThread(fileOf(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  return { tokens, isEstimated };
}

const hundred = 'abcd'.repeat(100);

// Lines as Claude Code 2.1.332 writes them, without what does not matter.
function said(content: unknown, more: object = {}): object {
  return { type: 'user', isSidechain: false, sessionId: 's', message: { role: 'user', content }, ...more };
}

function answered(usage: object, more: object = {}): object {
  const message = { role: 'assistant', content: [{ type: 'text', text: 'yes' }], usage };
  return { type: 'assistant', isSidechain: false, sessionId: 's', message, ...more };
}

const usage = {
  input_tokens: 3,
  cache_creation_input_tokens: 200,
  cache_read_input_tokens: 8000,
  output_tokens: 58,
  output_tokens_details: { thinking_tokens: 0 },
};

describe('Claude Code', () => {
  it('counts as the gateway did at the latest answer', () => {
    const lines = [said('hi'), answered({ ...usage, input_tokens: 1 }), said('more'), answered(usage)];
    expect(sizeOf(...lines, { type: 'last-prompt', lastPrompt: 'more' }, { type: 'cost-state' })).toEqual({
      tokens: 8261,
      isEstimated: false,
    });
  });

  it('judges what came later by its length', () => {
    const result = { type: 'tool_result', content: [{ type: 'text', text: hundred }] };
    const picture = { type: 'image', source: { type: 'base64', data: 'A'.repeat(100_000) } };
    const attached = { type: 'attachment', attachment: { type: 'x' }, rendered: [{ content: hundred }] };
    expect(sizeOf(answered(usage), said(hundred))).toEqual({ tokens: 8361, isEstimated: true });
    expect(sizeOf(answered(usage), said([result]))).toEqual({ tokens: 8361, isEstimated: true });
    expect(sizeOf(answered(usage), said([picture]))).toEqual({ tokens: 8261 + 1600, isEstimated: true });
    expect(sizeOf(answered(usage), attached)).toEqual({ tokens: 8361, isEstimated: true });
  });

  it('leaves out subagents, failed answers and records of requests', () => {
    const failed = answered({ input_tokens: 0, output_tokens: 0 }, { message: { content: [], model: '<synthetic>' } });
    const own = answered({ input_tokens: 900_000 }, { isSidechain: true });
    const record = { type: 'api-request-blob', message: { content: hundred } };
    expect(sizeOf(answered(usage), own, failed, record)).toEqual({ tokens: 8261, isEstimated: false });
  });

  it('begins anew behind a summary, with the instructions that the first answer held', () => {
    const compactMetadata = { preTokens: 150_000, postTokens: 2692 };
    const boundary = { type: 'system', subtype: 'compact_boundary', compactMetadata };
    const long = answered({ input_tokens: 150_000 });
    expect(sizeOf(answered(usage), long, boundary, said(hundred))).toEqual({ tokens: 8361, isEstimated: true });
    expect(sizeOf(answered(usage), long, boundary, said(hundred), answered({ input_tokens: 9000 }))).toEqual({
      tokens: 9000,
      isEstimated: false,
    });
  });

  it('takes a thread without an answer', () => {
    expect(sizeOf(said(hundred))).toEqual({ tokens: 100, isEstimated: true });
  });

  it('passes over a line that is still being written', () => {
    const path = fileOf(`${JSON.stringify(answered(usage))}\r\n{"type":"user","mess`);
    expect(readThread(path)).toEqual({ tool: 'claude-code', tokens: 8261, isEstimated: false });
  });
});

// As Codex 0.171.0 writes them.
describe('Codex', () => {
  const meta = { timestamp: 't', type: 'session_meta', payload: { id: 'x' } };
  const counted = (total_tokens: number) => ({
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: { total_token_usage: { total_tokens: 99_999 }, last_token_usage: { input_tokens: 3689, total_tokens } },
    },
  });
  const item = {
    type: 'response_item',
    payload: { type: 'message', content: [{ type: 'input_text', text: hundred }] },
  };
  const call = { type: 'response_item', payload: { type: 'function_call_output', output: hundred } };
  const limits = { type: 'event_msg', payload: { type: 'token_count', info: null } };

  it.each([
    ['the latest turn, not the sum of all', [meta, item, counted(2000), counted(3754), limits], 3754, false],
    ['what came later', [meta, counted(3754), item, call], 3954, true],
    ['a summary', [meta, counted(200_000), { type: 'compacted', payload: { message: hundred } }, item], 200, true],
    ['no answer', [meta, item], 100, true],
  ])('%s', (_, lines, tokens, isEstimated) => {
    expect(sizeOf(...lines)).toEqual({ tokens, isEstimated });
  });
});

// As `opencode export` of 1.18.33 prints them.
describe('opencode', () => {
  const info = { id: 'ses_x', version: '1.18.33' };
  const asked = { info: { role: 'user', summary: { diffs: [] } }, parts: [{ type: 'text', text: hundred }] };
  const answer = (tokens: object, more: object = {}) => ({
    info: { role: 'assistant', tokens, ...more },
    parts: [
      { type: 'step-start', snapshot: 'x' },
      { type: 'tool', state: { input: { a: 1 }, output: hundred } },
    ],
  });
  const tokens = { total: 5165, input: 5109, output: 56, reasoning: 0, cache: { write: 0, read: 0 } };
  const older = { input: 9, output: 56, reasoning: 0, cache: { write: 100, read: 5000 } };
  const none = { input: 0, output: 0, reasoning: 0, cache: { write: 0, read: 0 } };

  function exported(...messages: readonly object[]) {
    const found = readThread(fileOf(JSON.stringify({ info, messages }, undefined, 2)));
    return [found.tool, found.tokens, found.isEstimated];
  }

  it('reads an export', () => {
    expect(exported(asked, answer(tokens))).toEqual(['opencode', 5165, false]);
    expect(exported(asked, answer(older))).toEqual(['opencode', 5165, false]);
    expect(exported(asked, answer(tokens), asked)).toEqual(['opencode', 5265, true]);
    expect(exported(asked, answer(tokens), answer(none))).toEqual(['opencode', 5165 + 102, true]);
    expect(exported(asked, answer({ ...tokens, output: 300 }, { summary: true }), asked)).toEqual([
      'opencode',
      400,
      true,
    ]);
    expect(exported(asked)).toEqual(['opencode', 100, true]);
    expect(exported()).toEqual(['opencode', 0, true]);
  });

  it('reads the storage of older releases, by the folder of messages or the file of the session', () => {
    const storage = join(folder, 'storage');
    const messages = join(storage, 'message/ses_x');
    mkdirSync(messages, { recursive: true });
    mkdirSync(join(storage, 'session/global'), { recursive: true });
    const session = join(storage, 'session/global/ses_x.json');
    writeFileSync(session, JSON.stringify(info));
    writeFileSync(join(messages, 'msg_2.json'), JSON.stringify(answer(tokens).info));
    writeFileSync(join(messages, 'msg_1.json'), JSON.stringify(answer({ ...tokens, total: 1 }).info));
    for (const path of [messages, session]) expect(readThread(path)).toMatchObject({ tool: 'opencode', tokens: 5165 });
  });
});

describe('what is no thread', () => {
  it.each([
    ['nothing', ''],
    ['text', 'hello\nthere\n'],
    ['other JSON', '{"messages":[]}'],
    ['other lines', '{"a":1}\n[]\nnull\n1\n'],
    [
      'numbers that are none',
      '{"type":"assistant","message":{"usage":{"input_tokens":"many"}},"x":1}'.replace('assistant', 'other'),
    ],
  ])('refuses %s', (_, text) => {
    expect(() => readThread(fileOf(text))).toThrow(expect.objectContaining({ code: 'file-shape' }));
  });

  it('names the way out of a database', () => {
    const path = fileOf('SQLite format 3\u0000\u0010');
    expect(() => readThread(path)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('opencode export') }),
    );
  });

  it('refuses what cannot be read', () => {
    for (const path of [join(folder, 'missing'), folder]) {
      expect(() => readThread(path)).toThrow(expect.objectContaining({ code: 'file-unreadable', path }));
    }
  });
});
