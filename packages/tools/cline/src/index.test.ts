import { fakeFile, fakeInput } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import cline from './index.ts';

const used = (lastUsedProvider: string, baseUrl?: string) => ({
  lastUsedProvider,
  providers: { 'openai-compatible': { settings: baseUrl === undefined ? {} : { baseUrl } } },
});

test.each([
  ['nothing of the user', undefined, 0],
  ['our own', used('openai-compatible', 'https://gw.example.test/v1'), 0],
  ['another gateway', used('openai-compatible', 'https://other.example.test/v1'), 1],
  ['another provider', used('gemini'), 1],
  ['both', used('gemini', 'https://other.example.test/v1'), 2],
])('asks before it diverts: %s', (_, content, count) => {
  expect(cline.diverts?.(fakeInput({ files: [fakeFile('main', content)] }))).toHaveLength(count);
});
