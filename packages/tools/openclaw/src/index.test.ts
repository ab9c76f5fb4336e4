import { fakeFile, fakeInput } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import openclaw from './index.ts';

function pathsOf(content: Parameters<typeof fakeFile>[1], defaultModel?: string): string[] {
  const changes = openclaw.plan(fakeInput({ files: [fakeFile('main', content)], defaultModel }));
  return changes.flatMap((change) => ('path' in change ? [change.path.join('.')] : []));
}

test('an allowlist is only filled where the user has one', () => {
  expect(pathsOf(undefined)).not.toContain('agents.defaults.models');
  expect(pathsOf({ agents: { defaults: { models: {} } } })).toContain('agents.defaults.models');
});

test.each([
  ['nothing', undefined, 'agents.defaults.model.primary'],
  [
    'a map',
    { agents: { defaults: { model: { primary: 'x/y', fallbacks: ['x/z'] } } } },
    'agents.defaults.model.primary',
  ],
  ['a text', { agents: { defaults: { model: 'x/y' } } }, 'agents.defaults.model'],
])('a default goes where %s stands', (_, content, path) => {
  expect(pathsOf(content, 'plus')).toContain(path);
});
