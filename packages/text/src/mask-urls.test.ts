import { expect, test } from 'vitest';
import { maskUrls } from './mask-urls.ts';

test.each([
  ['https://jo:pa55@gw.example/v1', 'https://***@gw.example/v1'],
  ['https://pa55@gw.example/v1', 'https://***@gw.example/v1'],
  ['https://jo:pa@55@gw.example', 'https://***@gw.example'],
  ['redis://:pa55@gw.example', 'redis://***@gw.example'],
  ['https://gw.example/v1?api_key=pa55', 'https://gw.example/v1?api_key=***'],
  [
    'https://gw.example/v1?api-version=2024-10-21&k=pa55#t=pa55',
    'https://gw.example/v1?api-version=2024-10-21&k=***#t=***',
  ],
  ['{"url":"https://gw.example/?a=pa55","b":"c=d"}', '{"url":"https://gw.example/?a=***","b":"c=d"}'],
  ["url = 'https://jo:pa55@gw.example/?a=pa55' # ?a=b", "url = 'https://***@gw.example/?a=***' # ?a=b"],
  [
    '--base=https://jo:pa55@gw.example and https://jo:pa55@gw.example',
    '--base=https://***@gw.example and https://***@gw.example',
  ],
])('masks %s', (text, masked) => {
  expect(maskUrls(text)).toBe(masked);
  expect(maskUrls(masked)).toBe(masked);
});

test.each([
  'https://gw.example:8080/v1/@scope/name',
  'ssh://git@host.example/repo',
  'see https://gw.example/v1, or mail jo@gw.example?',
  'a=b&c=d',
])('leaves %s', (text) => {
  expect(maskUrls(text)).toBe(text);
});
