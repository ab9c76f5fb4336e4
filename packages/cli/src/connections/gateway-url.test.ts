import { describe, expect, it } from 'vitest';
import { readGatewayUrl } from './gateway-url.ts';

const read = (typed: string, isInsecureAllowed = false) => readGatewayUrl(typed, { isInsecureAllowed });

describe('readGatewayUrl', () => {
  it.each([
    ['https://gateway.example/v1', 'https://gateway.example/v1'],
    ['https://gateway.example/v1/', 'https://gateway.example/v1'],
    ['https://gateway.example/team-a/v1?#y', 'https://gateway.example/team-a/v1'],
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

  it.each([
    ['before the host', 'https://user:sk-very-secret@gateway.example/v1'],
    ['as a parameter', 'https://gateway.example/v1?api_key=sk-very-secret'],
    ['as a bare parameter', 'gateway.example/v1?sk-very-secret'],
    ['as a parameter of this machine', 'http://localhost:4000/?key=sk-very-secret#top'],
  ])('refuses a key in the URL %s, does not repeat it, and says where it belongs', (_, typed) => {
    const error = grab(() => read(typed));
    expect(error).toMatchObject({ code: 'usage', hint: expect.stringContaining('--api-key-env NAME') });
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
