import { expect, test } from 'vitest';
import { Stop, toAbortSignal } from './stop.ts';

test('tells those who still listen, once, and keeps the first reason', () => {
  const stop = new Stop();
  const told: string[] = [];
  const leave = () => told.push('left');
  stop.addEventListener('abort', () => told.push('stayed'));
  stop.addEventListener('abort', leave);
  stop.removeEventListener('abort', leave);
  expect(stop.aborted).toBe(false);
  stop.abort(new Error('first'));
  stop.abort(new Error('second'));
  expect(told).toEqual(['stayed']);
  expect(stop.aborted).toBe(true);
  expect(stop.reason?.message).toBe('first');
});

test.each([{ when: 'before' }, { when: 'after' }])('a platform signal made $when the call follows it', ({ when }) => {
  const stop = new Stop();
  if (when === 'after') stop.abort(new Error('over'));
  const signal = toAbortSignal(stop);
  if (when === 'before') {
    expect(signal.aborted).toBe(false);
    stop.abort(new Error('over'));
  }
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toHaveProperty('message', 'over');
  expect(toAbortSignal(signal)).toBe(signal);
});
