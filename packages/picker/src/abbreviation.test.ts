import { expect, it } from 'vitest';
import { abbreviationScore } from './abbreviation.ts';

const pieces = ['claude', 'sonnet', '45'];

it.each(['cs45', 'cls4', 'son45', 'clasonne'])('%s stands for it', (typed) => {
  expect(abbreviationScore(typed, pieces)).toBeGreaterThan(0.3);
});

it.each(['c', 'sc', 'xs45', 'laude', 'cs46', 'claudesonnet456', ''])('%s does not', (typed) => {
  expect(abbreviationScore(typed, pieces)).toBe(0);
});

it('prefers beginnings of words', () => {
  expect(abbreviationScore('cs45', pieces)).toBeGreaterThan(abbreviationScore('cs45', ['claude', 'opus', '45']));
  expect(abbreviationScore('cs45', pieces)).toBeLessThan(0.75);
});
