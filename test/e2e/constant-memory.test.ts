import { serveGateway, stubKey } from '@modelrack/client/testing';
import { closeSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { makeRack } from './rack.ts';

const megabyte = 2 ** 20;
const mostGrowth = 40;

/** A command by the most memory that it ever had, in MB. */
async function measured() {
  const stub = await serveGateway();
  onTestFinished(() => stub.close());
  const rack = makeRack();
  await rack.run(['setup', 'opencode', '--base-url', stub.apiRoot, '--api-key-stdin'], { input: stubKey });
  rack.write(
    'meter.cjs',
    "process.on('exit', () => require('node:fs').writeFileSync(process.env.METER, String(process.resourceUsage().maxRSS)));",
  );
  const peakOf = async (args: readonly string[]) => {
    const env = { NODE_OPTIONS: `--require ${rack.path('meter.cjs')}`, METER: rack.path('peak') };
    const { code, stderr } = await rack.run(args, { env });
    expect(code, stderr).toBe(0);
    return Number(readFileSync(rack.path('peak'), 'utf8')) / 1024;
  };
  return { stub, rack, peakOf };
}

it('takes a video of 300 MB', async () => {
  const { stub, rack, peakOf } = await measured();
  stub.on(
    'GET /videos/*',
    ({ route }, response) => void response.end(JSON.stringify({ id: route.slice(8), status: 'completed' })),
  );
  stub.on('GET /videos/*/content', ({ route }, response) => {
    const piece = Buffer.alloc(64 * 1024, 7);
    let left = (route.includes('large') ? 300 : 1) * megabyte;
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(left) });
    const send = () => {
      while (left > 0) {
        left -= piece.length;
        if (!response.write(piece)) return void response.once('drain', send);
      }
      response.end();
    };
    send();
  });
  const small = await peakOf(['video', 'download', 'small', '-o', 'v.mp4']);
  const large = await peakOf(['video', 'download', 'large', '-o', 'v.mp4']);
  expect(statSync(rack.path('work/v.mp4')).size).toBe(300 * megabyte);
  expect(large - small).toBeLessThanOrEqual(mostGrowth);
}, 300_000);

it('sends a recording of 100 MB', async () => {
  const { stub, rack, peakOf } = await measured();
  for (const [name, size] of [
    ['small.mp3', 1],
    ['large.mp3', 100],
  ] as const) {
    const handle = openSync(rack.path(`work/${name}`), 'w');
    writeSync(handle, 'ID3');
    ftruncateSync(handle, size * megabyte);
    closeSync(handle);
  }
  const small = await peakOf(['transcribe', 'small.mp3']);
  const large = await peakOf(['transcribe', 'large.mp3']);
  expect(stub.requests.at(-1)?.length).toBeGreaterThan(100 * megabyte);
  expect(large - small).toBeLessThanOrEqual(mostGrowth);
}, 300_000);
