import { describe, expect, it } from 'vitest';
import { isLoopbackHost, proxyFor } from '@modelrack/http';

const p = 'http://proxy.example:3128';

describe('proxyFor', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['http://a.example/', {}, undefined],
    ['http://a.example/', { HTTP_PROXY: p }, p],
    ['https://a.example/', { HTTP_PROXY: p }, undefined],
    ['https://a.example/', { HTTPS_PROXY: p }, p],
    ['https://a.example/', { ALL_PROXY: p }, p],
    ['https://a.example/', { https_proxy: 'http://low.example', HTTPS_PROXY: p }, 'http://low.example'],
    ['https://a.example/', { https_proxy: '', HTTPS_PROXY: p }, p],
    ['https://a.example/', { HTTPS_PROXY: 'proxy.example:3128' }, p],
    ['https://a.example/', { HTTPS_PROXY: p, NO_PROXY: '*' }, undefined],
    ['https://a.example/', { HTTPS_PROXY: p, NO_PROXY: 'b.example, a.example' }, undefined],
    ['https://a.example/', { HTTPS_PROXY: p, NO_PROXY: 'b.example A.EXAMPLE' }, undefined],
    ['https://x.a.example/', { HTTPS_PROXY: p, NO_PROXY: '.a.example' }, undefined],
    ['https://x.a.example/', { HTTPS_PROXY: p, NO_PROXY: '*.a.example' }, undefined],
    ['https://x.a.example/', { HTTPS_PROXY: p, NO_PROXY: 'a.example' }, undefined],
    ['https://xa.example/', { HTTPS_PROXY: p, NO_PROXY: 'a.example' }, p],
    ['https://a.example:8443/', { HTTPS_PROXY: p, NO_PROXY: 'a.example:8443' }, undefined],
    ['https://a.example/', { HTTPS_PROXY: p, NO_PROXY: 'a.example:443' }, undefined],
    ['https://a.example/', { HTTPS_PROXY: p, NO_PROXY: 'a.example:8443' }, p],
    ['https://[fd00::1]/', { HTTPS_PROXY: p, NO_PROXY: 'fd00::1' }, undefined],
    ['https://[fd00::1]/', { HTTPS_PROXY: p, NO_PROXY: '[fd00::1]:443' }, undefined],
    ['https://10.0.0.1/', { HTTPS_PROXY: p, no_proxy: '10.0.0.1' }, undefined],
    ['http://localhost:1/', { HTTP_PROXY: p }, undefined],
    ['http://127.8.9.1/', { HTTP_PROXY: p }, undefined],
    ['http://[::1]/', { HTTP_PROXY: p }, undefined],
  ])('%s with %j', (url, variables, expected) => {
    expect(proxyFor(new URL(url), variables)?.href).toBe(expected === undefined ? undefined : new URL(expected).href);
  });

  it.each(['socks5://proxy.example', 'http://'])('refuses %s', (value) => {
    expect(() => proxyFor(new URL('https://a.example/'), { ALL_PROXY: value })).toThrowError(
      expect.objectContaining({ code: 'unreachable' }),
    );
  });
});

describe('isLoopbackHost', () => {
  it.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '127.0.0.1',
    '127.255.0.9',
    '[::1]',
    '[::ffff:7f00:1]',
    '0.0.0.0',
    '[::]',
  ])('%s is', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });
  it.each(['localhost.example', '127.example', '128.0.0.1', '10.0.0.1', '[::2]', 'notlocalhost'])(
    '%s is not',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});
