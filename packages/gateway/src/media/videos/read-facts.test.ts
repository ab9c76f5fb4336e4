import { expect, test } from 'vitest';
import { readFacts, readStatus } from './read-facts.ts';

test.each([
  ['queued', 'queued'],
  ['pending', 'queued'],
  ['in_progress', 'in_progress'],
  ['processing', 'in_progress'],
  ['rendering-the-thing', 'in_progress'],
  ['constructor', 'in_progress'],
  ['', 'in_progress'],
  [undefined, 'in_progress'],
  [7, 'in_progress'],
  ['completed', 'completed'],
  ['COMPLETED', 'completed'],
  ['done', 'completed'],
  ['succeeded', 'completed'],
  ['failed', 'failed'],
  ['cancelled', 'failed'],
  ['canceled', 'failed'],
  ['expired', 'failed'],
] as const)('%s is %s', (status, expected) => {
  expect(readStatus(status)).toBe(expected);
});

test('an error next to a status that is none is no failure', () => {
  expect(readFacts({ id: 'a', status: 'in_progress', error: { message: 'a hiccup' } })).toMatchObject({
    status: 'in_progress',
    error: undefined,
  });
});

test.each([
  [{ error: { code: 'moderation', message: 'No.' } }, { code: 'moderation', message: 'No.' }],
  [{ error: 'No.' }, { code: 'video_failed', message: 'No.' }],
  [{ error: null }, { code: 'video_failed', message: 'The upstream says that the video is failed.' }],
] as const)('%j is why it failed', (job, error) => {
  expect(readFacts({ id: 'a', status: 'failed', ...job })?.error).toEqual(error);
});

test.each([
  [{ url: 'https://x.example.test/1' }, 'https://x.example.test/1'],
  [{ unsigned_urls: ['https://x.example.test/2'] }, 'https://x.example.test/2'],
  [{ urls: ['https://x.example.test/3'] }, 'https://x.example.test/3'],
  [{ data: [{ url: 'https://x.example.test/4' }] }, 'https://x.example.test/4'],
  [{ video: { uri: 'https://x.example.test/5' } }, 'https://x.example.test/5'],
  [{ url: 'file:///etc/passwd' }, undefined],
  [{ url: 7 }, undefined],
  [{}, undefined],
] as const)('%j says where it is', (job, url) => {
  expect(readFacts({ id: 'a', status: 'completed', ...job })?.url).toBe(url);
});

test('what is no job is none', () => {
  for (const answer of [null, [], 'x', {}, { id: 7 }, { id: '' }]) expect(readFacts(answer)).toBeUndefined();
});

test.each([
  [{ status: 'in_progress', progress: 41.7 }, 41],
  [{ status: 'in_progress', progress: 300 }, 0],
  [{ status: 'in_progress' }, 0],
  [{ status: 'completed', progress: 3 }, 100],
] as const)('%j is so far', (job, progress) => {
  expect(readFacts({ id: 'a', ...job })?.progress).toBe(progress);
});
