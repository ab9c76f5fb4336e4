import { describe, expect, it } from 'vitest';
import { checkConnectionName } from './connection-name.ts';

describe('checkConnectionName', () => {
  it.each(['modelrack', 'local', 'work', 'ab', 'abcdefghijklmnopqrstuvwx'])('takes %s', (name) => {
    expect(checkConnectionName(name)).toBe(name);
  });

  it.each([
    '',
    'a',
    'abcdefghijklmnopqrstuvwxy',
    'Work',
    'my-gw',
    'gw2',
    'gé',
    '__proto__',
    '../x',
    'openai',
    'anthropic',
    'agents',
    'assistants',
    'openrouter',
    'ollama',
    'lmstudio',
  ])('refuses %j', (name) => {
    expect(() => checkConnectionName(name)).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});
