import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createJobSeal } from './seal-job.ts';
import type { VideoJob } from './types.ts';

const secret = Buffer.alloc(32, 7);
const job: VideoJob = {
  connection: 'lab',
  upstreamId: 'models/veo/operations/größe-123',
  model: 'lab/veo-3.1',
  created: 1_795_000_000,
  keyId: 'k1',
};

test('a job is read back from its id, by any process with the secret', () => {
  const id = createJobSeal(secret).seal(job);
  expect(id).toMatch(/^video_[\w-]+$/u);
  expect(createJobSeal(Buffer.from(secret)).open(id)).toEqual(job);
});

test('one changed character anywhere, and it is no id of ours', () => {
  const seal = createJobSeal(secret);
  const id = seal.seal(job);
  for (let at = 0; at < id.length; at += 1) {
    const other = id[at] === 'A' ? 'B' : 'A';
    expect(seal.open(id.slice(0, at) + other + id.slice(at + 1))).toBeUndefined();
  }
  for (let length = 0; length < id.length; length += 1) expect(seal.open(id.slice(0, length))).toBeUndefined();
  for (const tail of ['A', '=', '==', ' ', '\n', '/..']) expect(seal.open(id + tail)).toBeUndefined();
});

test('what another installation sealed, or nobody, is not opened', () => {
  const seal = createJobSeal(secret);
  expect(seal.open(createJobSeal(Buffer.alloc(32, 8)).seal(job))).toBeUndefined();
  const strangers = ['', 'video_', 'video_abc', 'video-123', `video_${randomBytes(80).toString('base64url')}`];
  for (const id of [...strangers, `video_${'A'.repeat(100_000)}`]) expect(seal.open(id)).toBeUndefined();
});
