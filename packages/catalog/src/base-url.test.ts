import { describe, expect, it } from 'vitest';
import { normaliseBaseUrl, withoutV1 } from '@modelrack/catalog';

describe('normaliseBaseUrl', () => {
  it.each([
    ['https://gw.example/v1', 'https://gw.example/v1'],
    ['https://gw.example/v1/', 'https://gw.example/v1'],
    ['https://gw.example///', 'https://gw.example'],
    [' https://GW.example:443/Team//v1 ', 'https://gw.example/Team//v1'],
    ['https://me:secret@gw.example/v1?key=x#y', 'https://gw.example/v1'],
    ['https://gw.example/v1/models', 'https://gw.example/v1'],
    ['https://gw.example/v1/chat/completions/', 'https://gw.example/v1'],
    ['https://gw.example/v1/messages', 'https://gw.example/v1'],
    ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
    ['http://127.1:8080', 'http://127.0.0.1:8080'],
  ])('%j becomes %j', (text, url) => expect(normaliseBaseUrl(text).url).toBe(url));

  it.each([
    '',
    'gateway',
    'localhost:8080',
    'ftp://gw.example',
    'http://',
    'https://',
    'javascript:alert(1)',
    'http://a b/',
  ])('refuses %j', (text) =>
    expect(() => normaliseBaseUrl(text)).toThrowError(expect.objectContaining({ code: 'usage' })),
  );

  it('shows no password of what it refuses', () => {
    for (const text of ['ftp://me:secret@gw.example/?k=secret', 'http//me:secret@gw', 'http://me:secret@:80/?secret']) {
      const error = (() => {
        try {
          return normaliseBaseUrl(text);
        } catch (cause) {
          return cause;
        }
      })();
      expect(JSON.stringify(error) + String(error)).not.toContain('secret');
    }
  });

  it.each([
    'https://gw.example',
    'http://localhost:1',
    'http://127.0.0.1',
    'http://[::1]',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://172.31.0.1',
    'http://192.168.0.1',
    'http://169.254.1.1',
    'http://100.64.0.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://gateway:8080',
    'http://gpu.local',
    'http://host.docker.internal',
  ])('%s needs no agreement', (text) => expect(normaliseBaseUrl(text).isInsecure).toBe(false));

  it.each(['http://gw.example', 'http://8.8.8.8', 'http://172.32.0.1', 'http://[2001:db8::1]', 'http://10.example'])(
    '%s does',
    (text) => expect(normaliseBaseUrl(text).isInsecure).toBe(true),
  );
});

describe('withoutV1', () => {
  it.each([
    ['https://gw.example/v1', 'https://gw.example'],
    ['https://gw.example/api/v1', 'https://gw.example/api'],
    ['https://gw.example/openai', undefined],
    ['https://gw.example/v1beta', undefined],
    ['https://gw.example', undefined],
  ])('%s: %j', (root, expected) => expect(withoutV1(root)).toBe(expected));
});
