import { expect, test } from 'vitest';
import type { Failure, FailureKind } from '../failure/types.ts';
import { demoPreset } from '../providers/presets.ts';
import type { Member } from '../provider.ts';
import { stubConnection } from '../testing/stub-provider.ts';
import { createHealth } from './cooldown.ts';

const second = 1000;
const minute = 60 * second;

function memberOf(id: string): Member {
  const [name = '', model = ''] = id.split('/');
  return { id, model, window: undefined, connection: { ...stubConnection(demoPreset, () => ({})), name } };
}

const [asked, sibling, other] = [memberOf('lab/a'), memberOf('lab/b'), memberOf('home/a')];

function failure(kind: FailureKind, retryAfter?: number): Failure {
  return { kind, status: undefined, retryAfter, error: undefined, mayHaveStarted: false };
}

/** Milliseconds that each is left alone after the last of these failures, one after the other. */
function waitsAfter(...failures: readonly Failure[]) {
  let now = 1_000_000;
  const health = createHealth(() => now);
  let waits: readonly number[] = [];
  for (const each of failures) {
    health.failed(asked, each);
    waits = [asked, sibling, other].map((member) => Math.max(0, health.freeAt(member) - now));
    now += waits[0] ?? 0;
  }
  return waits;
}

const alone = (milliseconds: number) => [milliseconds, 0, 0];
const both = (milliseconds: number) => [milliseconds, milliseconds, 0];
const times = (count: number, each: Failure) => Array.from({ length: count }, () => each);

test.each([
  ['unreachable: 10 s for the connection', [failure('unreachable')], both(10 * second)],
  ['twice: doubled', times(2, failure('unreachable')), both(20 * second)],
  ['many times: 5 min', times(9, failure('unreachable')), both(5 * minute)],
  ['no answer in time: 30 s', [failure('timeout')], alone(30 * second)],
  ['a fault of the server: none', [failure('server')], alone(0)],
  ['two in a row: 30 s', times(2, failure('server')), alone(30 * second)],
  ['a limit without a time: 30 s', [failure('rate')], alone(30 * second)],
  ['a limit with one: that', [failure('rate', 7 * second)], alone(7 * second)],
  ['a long one: 10 min', [failure('rate', 60 * minute)], alone(10 * minute)],
  ['out of credit: 10 min for the connection', [failure('quota')], both(10 * minute)],
  ['the key is refused: asked again after 5 min', [failure('auth')], both(5 * minute)],
  ['no such model: 10 min for it', [failure('gone')], alone(10 * minute)],
  ['too long: none', [failure('window')], alone(0)],
  ['not capable: none', times(3, failure('capability')), alone(0)],
  ['a bad request: none', times(3, failure('request')), alone(0)],
  ['a refusal: none', times(3, failure('refusal')), alone(0)],
  ['the caller left: none', times(3, failure('cancelled')), alone(0)],
])('%s', (_, failures, expected) => {
  expect(waitsAfter(...failures)).toEqual(expected);
});

test('a longer wait extends a shorter one, not the other way round', () => {
  const health = createHealth(() => 1);
  health.failed(asked, failure('rate', 9 * second));
  health.failed(asked, failure('rate', 3 * second));
  expect(health.freeAt(asked)).toBe(1 + 9 * second);
  health.failed(asked, failure('rate', 20 * second));
  expect(health.freeAt(asked)).toBe(1 + 20 * second);
});

test('an answer ends the wait and the row of failures', () => {
  const health = createHealth(() => 1);
  for (const kind of ['server', 'server', 'unreachable'] as const) health.failed(asked, failure(kind));
  health.succeeded(asked);
  expect(health.freeAt(asked)).toBe(0);
  health.failed(asked, failure('server'));
  expect(health.freeAt(asked)).toBe(0);
  health.failed(asked, failure('unreachable'));
  expect(health.freeAt(asked)).toBe(1 + 10 * second);
});

test('models without end that are not there are not remembered without end', () => {
  const health = createHealth(() => 1);
  for (let turn = 0; turn < 3000; turn += 1) health.failed(memberOf(`lab/${turn}`), failure('gone'));
  expect(health.report().cooldowns).toHaveLength(1000);
  expect(health.freeAt(memberOf('lab/2999'))).toBe(1 + 10 * minute);
  expect(health.report().errors).toHaveLength(20);
});
