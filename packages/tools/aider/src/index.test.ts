import { fakeFile, fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import aider from './index.ts';

const gateway = { key: { form: 'literal', value: 'sk-placeholder' } } as const;

function diverted(content: Record<string, string | string[]>): unknown[] {
  const found = aider.diverts?.(fakeInput({ gateway, files: [fakeFile('main', content)] })) ?? [];
  return found.map(({ what }) => what);
}

test.each([
  [{}, []],
  [{ model: 'sonnet', 'anthropic-api-key': 'k', 'api-key': ['gemini=k'] }, []],
  [{ 'openai-api-base': 'https://gw.example.test/v1', 'openai-api-key': 'k' }, []],
  [
    { 'openai-api-base': 'https://a.example.test', 'openai-api-key': 'k' },
    ['openai-api-base is "https://a.example.test"', 'openai-api-key is set'],
  ],
  [{ 'openai-api-key': '' }, []],
  [{ 'api-key': 'openai=k' }, ['api-key has a value for OpenAI']],
  [{ 'set-env': ['A=b', 'OPENAI_API_BASE=https://a.example.test'] }, ['set-env has a value for OpenAI']],
  [{ model: 'gpt-4o' }, ['model is "gpt-4o"']],
  [{ model: 'o3-mini' }, ['model is "o3-mini"']],
  [{ model: 'openai/gpt-5' }, ['model is "openai/gpt-5"']],
  [{ model: 'ollama/gpt-oss' }, []],
])('%j is diverted: %j', (content, found) => {
  expect(diverted(content)).toEqual(found);
});

test.each([
  [{}, []],
  [{ 'openai-api-base': 'https://gw.example.test/v1', model: 'openai/lite' }, []],
  [{ 'openai-api-base': 'https://gw.example.test/v1', model: 'lite' }, ['model "lite" is not']],
])('what is said of %j', (content, notes) => {
  const [url] = aider
    .plan(fakeInput({ gateway, files: [fakeFile('main', { ...content })] }))
    .filter((change) => change.kind === 'note' && change.text.includes('model "'));
  expect(url?.kind === 'note' ? [url.text.slice(0, notes[0]?.length)] : []).toEqual(notes);
});

test('every id gets the one prefix that LiteLLM cuts off, also where it has one already', () => {
  const input = fakeInput({ gateway, models: [fakeModel('openai/gpt-5-mini')], defaultModel: 'openai/gpt-5-mini' });
  const changes = aider.plan(input);
  expect(changes).toContainEqual(expect.objectContaining({ shape: { as: 'map', prefix: 'openai/' } }));
  expect(changes).toContainEqual(expect.objectContaining({ path: ['model'], value: 'openai/openai/gpt-5-mini' }));
  expect(aider.switchLine?.('anthropic/claude-sonnet-4.5', 'modelrack')).toBe(
    '/model openai/anthropic/claude-sonnet-4.5',
  );
});
