import {
  mp3,
  mp4,
  pngOf,
  sendChat,
  sendJson,
  serveGateway,
  stubKey,
  type StubGateway,
} from '@modelrack/client/testing';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeRack, type Rack, type Result } from './rack.ts';

interface Scene {
  readonly rack: Rack;
  readonly stub: StubGateway;
  readonly media: string;
  run(args: readonly string[], input?: string): Promise<Result>;
}

async function connected(): Promise<Scene> {
  const stub = await serveGateway();
  onTestFinished(() => stub.close());
  const rack = makeRack();
  await rack.run(['setup', 'opencode', '--base-url', stub.apiRoot, '--api-key-stdin'], { input: stubKey });
  const run = async (args: readonly string[], input?: string) => {
    const result = await rack.run(args, input === undefined ? {} : { input });
    expect(result.stdout + result.stderr).not.toContain(stubKey);
    return result;
  };
  return { rack, stub, media: rack.path('.local/share/modelrack/media'), run };
}

const posted = ({ requests }: StubGateway) =>
  requests.filter(({ method }) => method === 'POST').map(({ json }) => json);

describe('chat', () => {
  it('takes a prompt, a pipe, or both', async () => {
    const { stub, run } = await connected();
    expect(await run(['chat', 'Hello', 'you'])).toEqual({ code: 0, stdout: 'Hello there\n', stderr: '' });
    await run(['chat', '-m', 'plus', '-s', 'Be brief', 'write a commit message'], 'diff --git a b\n');
    await run(['chat', '-'], 'only this\n');
    expect(posted(stub).map((json) => json?.['messages'])).toEqual([
      [{ role: 'user', content: 'Hello you' }],
      [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'write a commit message\n\ndiff --git a b' },
      ],
      [{ role: 'user', content: 'only this' }],
    ]);
    expect(posted(stub).map((json) => json?.['model'])).toEqual(['lite', 'plus', 'lite']);
  });

  it('prints the answer as it comes', async () => {
    const { rack, stub } = await connected();
    const seen: string[] = [];
    stub.on('POST /chat/completions', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"first"}}]}\n\n');
      finish = () => response.end('data: {"choices":[{"delta":{"content":" last"},"finish_reason":"stop"}]}\n\n');
    });
    let finish = () => {};
    const { spawn } = await import('node:child_process');
    const { bin } = await import('./rack.ts');
    const child = spawn(process.execPath, [bin, 'chat', 'x'], {
      env: { HOME: rack.home, PATH: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (chunk) => {
      seen.push(String(chunk));
      finish();
    });
    await new Promise((resolve) => child.once('close', resolve));
    expect([seen[0], seen.join('')]).toEqual(['first', 'first last\n']);
  });

  it('has one document with --json, and a file with -o', async () => {
    const { rack, run } = await connected();
    expect(JSON.parse((await run(['chat', 'x', '--json'])).stdout)).toEqual({
      schema: 1,
      command: 'chat',
      model: 'lite',
      text: 'Hello there',
      finishReason: 'stop',
      usage: { input: 7, output: 2 },
    });
    expect((await run(['chat', 'x', '-o', 'answer.txt'])).stdout).toBe('');
    expect(rack.read('work/answer.txt')).toBe('Hello there\n');
  });

  it('says what is wrong', async () => {
    const { stub, run } = await connected();
    expect(await run(['chat'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no text was given') });
    stub.on('POST /chat/completions', (_, response) =>
      sendJson(response, { error: { message: `bad ${stubKey}` } }, 401),
    );
    expect(await run(['chat', 'x'])).toMatchObject({ code: 5, stdout: '' });
    stub.on('POST /chat/completions', (_, response) => sendJson(response, { error: { message: 'slow down' } }, 429));
    expect(await run(['chat', 'x'])).toMatchObject({ code: 4 });
    stub.on('POST /chat/completions', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"choices":[{"delta":{"content":"half"}}]}\n\n');
    });
    expect(await run(['chat', 'x'])).toMatchObject({
      code: 4,
      stdout: 'half',
      stderr: expect.stringContaining('breaks off'),
    });
    stub.on('POST /chat/completions', (_, response) => sendChat(response, ['\u001b]0;owned\u0007']));
    // Into a pipe as it is; what steers a terminal is taken out for one only.
    expect((await run(['chat', 'x'])).stdout).toBe('\u001b]0;owned\u0007\n');
  });
});

describe('media', () => {
  it('saves images in the media folder, where -o says, or writes them into a pipe', async () => {
    const { rack, media, run } = await connected();
    const { stdout } = await run(['image', 'a lighthouse']);
    expect(stdout).toMatch(new RegExp(`^${media}/image-\\d{8}-\\d{6}\\.png\n$`));
    expect(readFileSync(stdout.trim())).toEqual(pngOf(8, 8));
    await run(['image', 'x', '-n', '2', '-o', 'a.png']);
    expect(readdirSync(rack.path('work')).toSorted()).toEqual(['a-2.png', 'a.png']);
    const document: unknown = JSON.parse((await run(['image', 'x', '-o', 'a.png', '--json'])).stdout);
    expect(document).toEqual({
      schema: 1,
      command: 'image',
      model: 'bfl/flux-3',
      files: [{ path: rack.path('work/a.png'), bytes: pngOf(8, 8).length, mime: 'image/png' }],
    });
    expect((await run(['image', 'x', '-o', '-'])).stdout).toContain('IHDR');
  });

  it('speaks and listens', async () => {
    const { rack, stub, run } = await connected();
    expect((await run(['speech', 'Hello', '--voice', 'nova', '-o', 'a.mp3'])).stdout).toBe(
      `${rack.path('work/a.mp3')}\n`,
    );
    expect(readFileSync(rack.path('work/a.mp3'))).toEqual(mp3);
    expect(posted(stub)[0]).toMatchObject({ voice: 'nova', model: 'openai/tts-2' });
    expect((await run(['transcribe', 'a.mp3'])).stdout).toMatch(/^\d+ bytes heard\n$/);
    expect(await run(['transcribe', 'b.mp3'])).toMatchObject({ code: 3, stderr: expect.stringContaining('b.mp3') });
  });

  it('prints vectors', async () => {
    const { run } = await connected();
    expect((await run(['embed', 'a b'])).stdout).toBe('[3,0.5,-0.25]\n');
    expect((await run(['embed', '-', '--lines'], 'a\n\nbcd\n')).stdout).toBe('[1,0.5,-0.25]\n[3,0.5,-0.25]\n');
  });

  it('names what the list has, where it has no model of the kind', async () => {
    const { stub, run } = await connected();
    stub.on('GET /models', (_, response) =>
      sendJson(response, {
        data: [
          { id: 'lite', owned_by: 'alias' },
          { id: 'a/embed-1', type: 'embedding' },
        ],
      }),
    );
    expect(await run(['image', 'x'])).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(/no image model[\s\S]*1 chat model \(lite\) and 1 embedding model \(a\/embed-1\)/),
    });
    // The list may be wrong: what is named is asked for.
    expect((await run(['image', 'x', '-m', 'a/b', '-o', 'x.png'])).code).toBe(0);
    expect(posted(stub)).toMatchObject([{ model: 'a/b' }]);
  });

  it('asks a gateway that is not set up, too', async () => {
    const { stub, rack } = await connected();
    const bare = makeRack();
    const result = await bare.run(['embed', 'x', '--base-url', stub.origin, '--api-key-env', 'K'], {
      env: { K: stubKey },
    });
    expect(result).toMatchObject({ code: 0, stdout: '[1,0.5,-0.25]\n' });
    expect(bare.has('.config')).toBe(false);
    expect(rack.has('.config')).toBe(true);
  });
});

describe('video', () => {
  it('waits and saves; --no-wait, status, wait and download do it step by step', async () => {
    const { rack, stub, run } = await connected();
    const whole = await run(['video', 'waves', '--seconds', '8', '--size', '1280x720', '-o', 'waves.mp4']);
    expect([whole.code, whole.stdout]).toEqual([0, `${rack.path('work/waves.mp4')}\n`]);
    expect(readFileSync(rack.path('work/waves.mp4'))).toEqual(mp4);
    expect(posted(stub)).toEqual([{ model: 'openai/sora-3', prompt: 'waves', seconds: '8', size: '1280x720' }]);
    expect(await run(['video', 'dunes', '--no-wait'])).toMatchObject({
      stdout: 'video_2\n',
      stderr: expect.stringContaining('modelrack video download video_2'),
    });
    expect((await run(['video', 'status', 'video_2'])).stdout).toBe('pending 50 %\n');
    expect((await run(['video', 'wait', 'video_2'])).stdout).toBe('completed\n');
    const saved: unknown = JSON.parse((await run(['video', 'download', 'video_2', '-o', 'd.mp4', '--json'])).stdout);
    expect(saved).toMatchObject({
      schema: 1,
      command: 'video download',
      id: 'video_2',
      status: 'completed',
      bytes: mp4.length,
    });
    expect(await run(['video', 'status', 'video_7'])).toMatchObject({ code: 6 });
  });

  it('does not pay twice for the same video', async () => {
    const { stub, run } = await connected();
    await run(['video', 'waves', '--no-wait']);
    expect((await run(['video', 'waves', '--no-wait'])).stderr).toContain('in progress (video_1)');
    expect((await run(['video', 'waves', '-o', 'w.mp4'])).code).toBe(0);
    expect(posted(stub)).toHaveLength(1);
    await run(['video', 'waves', '--no-wait']);
    await run(['video', 'waves', '--no-wait', '--new']);
    expect(posted(stub)).toHaveLength(3);
  });

  it.each([
    ['failed', 4, 'was not made (failed)'],
    ['expired', 4, 'was not made (expired)'],
    ['a new word', 4, 'not ready yet (a new word)'],
  ])('that is %s ends with %i', async (status, code, message) => {
    const { stub, run } = await connected();
    stub.on('GET /videos/*', (_, response) => sendJson(response, { id: 'video_1', status }));
    const result = await run(['video', 'waves', '--timeout', '1s']);
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('leaves no file of a download that is cut off', async () => {
    const { rack, stub, run } = await connected();
    writeFileSync(rack.path('work/w.mp4'), 'mine');
    stub.on('GET /videos/*/content', (_, response) => {
      response.writeHead(200, { 'content-length': '99999' });
      response.write(mp4, () => response.destroy());
    });
    expect(await run(['video', 'waves', '-o', 'w.mp4'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('cut off'),
    });
    expect(readdirSync(rack.path('work'))).toEqual(['w.mp4']);
    expect(rack.read('work/w.mp4')).toBe('mine');
    expect(existsSync(join(rack.home, '.local/state/modelrack/videos'))).toBe(true);
  });
});
