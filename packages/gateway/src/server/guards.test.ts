import { expect, test } from 'vitest';
import { findForeignCaller } from './guards.ts';

test.each([
  { host: '127.0.0.1', header: '127.0.0.1:8420', isFine: true },
  { host: '127.0.0.1', header: 'localhost:8420', isFine: true },
  { host: '127.0.0.1', header: 'LOCALHOST', isFine: true },
  { host: '127.0.0.1', header: '[::1]:8420', isFine: true },
  { host: '127.0.0.1', header: '127.9.9.9', isFine: true },
  { host: '127.0.0.1', header: 'evil.example', isFine: false },
  { host: '127.0.0.1', header: 'localhost.evil.example:8420', isFine: false },
  { host: '127.0.0.1', header: '127.0.0.1.evil.example', isFine: false },
  { host: '127.0.0.1', header: '192.168.1.5:8420', isFine: false },
  { host: '127.0.0.1', header: '', isFine: false },
  { host: '192.168.1.5', header: '192.168.1.5:8420', isFine: true },
  { host: '192.168.1.5', header: '192.168.1.6:8420', isFine: false },
  { host: '0.0.0.0', header: '192.168.1.5:8420', isFine: true },
  { host: '0.0.0.0', header: 'evil.example:8420', isFine: false },
  { host: '::', header: '[fe80::1]:8420', isFine: true },
])('listening on $host, Host "$header": fine is $isFine', ({ header, host, isFine }) => {
  const refusal = findForeignCaller({ host: header }, { host, allowedOrigins: () => [] });
  expect(refusal?.code).toBe(isFine ? undefined : 'host_not_allowed');
});

const doors = { host: '127.0.0.1', allowedOrigins: () => ['https://chat.example.test'] };

test.each(['https://evil.example', 'http://localhost:3000', 'null'])('Origin %s is refused', (origin) => {
  const refusal = findForeignCaller({ host: 'localhost', origin }, doors);
  expect(refusal).toMatchObject({ status: 403, code: 'origin_not_allowed' });
});

test('an origin that the configuration names is fine', () => {
  expect(findForeignCaller({ host: 'localhost', origin: 'https://chat.example.test' }, doors)).toBeUndefined();
});
