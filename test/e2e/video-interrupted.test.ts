import { mp4, sendFile, sendJson, serveGateway, stubKey, type StubGateway } from '@modelrack/client/testing';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, makeRack, type Rack } from './rack.ts';

async function connected(): Promise<{ rack: Rack; stub: StubGateway }> {
  const stub = await serveGateway();
  onTestFinished(() => stub.close());
  const rack = makeRack();
  await rack.run(['setup', 'opencode', '--base-url', stub.apiRoot, '--api-key-stdin'], { input: stubKey });
  return { rack, stub };
}

/** Starts a video, and ends the command with a signal once `reached` says so. */
async function endedAt(rack: Rack, signal: NodeJS.Signals, reached: Promise<void>) {
  const child = spawn(process.execPath, [bin, 'video', 'waves', '-o', 'w.mp4'], {
    cwd: rack.path('work'),
    env: { HOME: rack.home, PATH: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  await reached;
  child.kill(signal);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, stderr };
}

type Stage = 'created' | 'polled' | 'downloading';

/** Resolves when the command has come so far. */
function when(stub: StubGateway, stage: Stage): Promise<void> {
  return new Promise((resolve) => {
    if (stage === 'downloading') {
      stub.on('GET /videos/*/content', (_, response) => {
        response.writeHead(200, { 'content-length': String(mp4.length) });
        response.write(mp4.subarray(0, 1000), () => resolve());
      });
    }
    stub.on('GET /videos/*', (_, response) => {
      sendJson(response, { id: 'video_1', status: stage === 'downloading' ? 'completed' : 'in_progress' });
      if (stage !== 'downloading') resolve();
    });
  });
}

function ready(stub: StubGateway): void {
  stub.on('GET /videos/*', (_, response) => sendJson(response, { id: 'video_1', status: 'completed' }));
  stub.on('GET /videos/*/content', (_, response) => sendFile(response, mp4));
}

const posts = (stub: StubGateway) => stub.requests.filter(({ method }) => method === 'POST').length;

describe.skipIf(process.platform === 'win32')('a video whose command ends early', () => {
  it.each<Stage>(['polled', 'downloading'])('by Ctrl-C, %s: says how to go on, and goes on', async (stage) => {
    const { rack, stub } = await connected();
    const { code, stderr } = await endedAt(rack, 'SIGINT', when(stub, stage));
    expect(code).toBe(130);
    expect(stderr).toContain('modelrack video download video_1');
    ready(stub);
    const resumed = await rack.run(['video', 'download', 'video_1', '-o', 'w.mp4']);
    expect(resumed).toMatchObject({ code: 0, stdout: `${rack.path('work/w.mp4')}\n` });
    expect(readFileSync(rack.path('work/w.mp4'))).toEqual(mp4);
    expect(readdirSync(rack.path('work'))).toEqual(['w.mp4']);
  });

  it.each<Stage>(['created', 'polled', 'downloading'])('killed when %s: the same command resumes it', async (stage) => {
    const { rack, stub } = await connected();
    const { code } = await endedAt(rack, 'SIGKILL', when(stub, stage));
    expect(code).toBe(null);
    ready(stub);
    expect((await rack.run(['video', 'waves', '-o', 'w.mp4'])).code).toBe(0);
    expect(readFileSync(rack.path('work/w.mp4'))).toEqual(mp4);
    expect(posts(stub)).toBe(1);
  });

  it('by Ctrl-C while it is created: hears the answer first, so that it can be found', async () => {
    const { rack, stub } = await connected();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      stub.on('POST /videos', (_, response) => {
        answer = () => sendJson(response, { id: 'video_1', status: 'queued' });
        resolve();
      });
    });
    const ended = endedAt(rack, 'SIGINT', asked);
    await asked;
    setTimeout(() => answer(), 300);
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining('modelrack video download video_1')]);
  });
});
