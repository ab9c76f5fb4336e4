import { fakeFile, fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import vscode from './index.ts';

const model = fakeModel('plus', { contextWindow: 200_000, outputLimit: 32_000 });

test('input and output make up the window, and all that the schema demands is there', () => {
  const changes = vscode.plan(fakeInput({ models: [model] }));
  const rows = changes.flatMap((change) => (change.kind === 'own' ? change.entries : []));
  // The properties that the extension's own schema requires of a model.
  const required = ['id', 'name', 'url', 'toolCalling', 'vision', 'maxInputTokens', 'maxOutputTokens'];
  expect(Object.keys(rows[0]?.fields ?? {})).toEqual(required);
  expect(rows[0]?.fields).toMatchObject({ maxInputTokens: 168_000, maxOutputTokens: 32_000 });
});

test('says how the key is given, until VS Code has one', () => {
  const group = { vendor: 'customendpoint', name: 'modelrack' };
  const notes = (apiKey: string) => {
    const main = { ...fakeFile('main', undefined), get: () => ({ ...group, apiKey }).apiKey };
    return vscode.plan(fakeInput({ models: [model], files: [main] })).filter(({ kind }) => kind === 'note');
  };
  expect(notes('')).toHaveLength(1);
  expect(notes('${input:chat.lm.secret.1a2b}')).toHaveLength(0);
});

test.each([
  [undefined, 0],
  ['1.121.3', 1],
  ['1.122.0', 0],
  ['2.0.0', 0],
])('with the release %s there are %i notes about it', (version, count) => {
  const notes = vscode.plan(fakeInput({ models: [model], version })).filter((change) => change.kind === 'note');
  expect(notes.filter(({ text }) => text.includes('1.122'))).toHaveLength(count);
});
