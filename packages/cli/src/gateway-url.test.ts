import { describe, expect, it } from 'vitest';
import { readGatewayUrl } from './gateway-url.ts';

const read = (typed: string, isInsecureAllowed = false) => readGatewayUrl(typed, { isInsecureAllowed });

describe('readGatewayUrl', () => {
  it.each([
    ['https://gateway.example/v1', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/', 'https://gateway.example/v1'],
    ['https://gateway.example/team-a/v1?x=1#y', 'https://gateway.example/team-a/v1'],
    ['  gateway.example ', 'https://gateway.example'],
    ['localhost:4000', 'http://localhost:4000'],
    ['127.0.0.1:4000/v1', 'http://127.0.0.1:4000/v1'],
    ['http://10.0.0.7:8000/v1', 'http://10.0.0.7:8000/v1'],
    ['http://[::1]:8000/v1', 'http://[::1]:8000/v1'],
    ['http://litellm:4000', 'http://litellm:4000'],
  ])('%s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });

  it.each([
    '',
    'ftp://gateway.example',
    'javascript:alert(1)',
    'http://',
    'http://gateway.example/v1',
    'http://8.8.8.8/v1',
  ])('refuses %j', (typed) => {
    expect(() => read(typed)).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  it('takes http:// anywhere when told that the way is safe', () => {
    expect(read('http://gateway.example/v1', true)).toBe('http://gateway.example/v1');
  });

  it('refuses a key in the URL, and does not repeat it', () => {
    const error = grab(() => read('https://user:sk-very-secret@gateway.example/v1'));
    expect(error).toMatchObject({ code: 'usage' });
    expect(JSON.stringify(error)).not.toContain('sk-very-secret');
  });
});

function grab(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
