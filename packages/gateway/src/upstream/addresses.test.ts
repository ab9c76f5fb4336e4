import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { checkLiteral, guardedLookup } from './addresses.ts';
import type { Reach } from './addresses.ts';

/** As a URL has it: shortened, in brackets. */
function isReached(host: string, reach: Reach): boolean {
  try {
    checkLiteral(new URL(`http://${host}/`).hostname, reach);
    return true;
  } catch {
    return false;
  }
}

test.each([
  '169.254.169.254',
  '169.254.1.1',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.169.254.',
  '[::ffff:169.254.169.254]',
  '[::169.254.169.254]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::169.254.169.254]',
  '[2002:a9fe:a9fe::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[::ffff:0:169.254.169.254]',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
])('%s is out of every reach', (host) => {
  expect([isReached(host, 'http'), isReached(host, 'https'), isReached(host, 'public')]).toEqual([false, false, false]);
});

test.each([
  '127.0.0.1',
  '127.1',
  '10.1.2.3',
  '192.168.0.1',
  '172.31.0.1',
  '[::1]',
  '[fd12::1]',
  '[::ffff:10.0.0.1]',
  '0',
])('%s is near: http may go there, what an answer names may not', (host) => {
  expect([isReached(host, 'http'), isReached(host, 'https'), isReached(host, 'public')]).toEqual([true, true, false]);
});

test.each(['8.8.8.8', '[2001:4860:4860::8888]', '172.32.0.1', '[::ffff:8.8.8.8]'])('%s is for https', (host) => {
  expect([isReached(host, 'http'), isReached(host, 'https'), isReached(host, 'public')]).toEqual([false, true, true]);
});

test('a name is judged by what it stands for at the moment of connecting', async () => {
  const look = (reach: Reach) =>
    new Promise<string>((resolve) => {
      guardedLookup(reach)('localhost', { all: true }, (error, found) => {
        // With `all` it is a list.
        resolve(error?.message ?? (found as LookupAddress[]).map(({ address }) => address).join(' '));
      });
    });
  expect(await look('http')).toMatch(/127\.0\.0\.1|::1/u);
  expect(await look('public')).toBe('Refused: an address of this machine or its network.');
});
