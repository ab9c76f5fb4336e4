import { expect, test } from 'vitest';
import { embedText } from './embed-text.ts';

function compare(left: string, right: string, dimensions?: number): number {
  const other = embedText(right, dimensions);
  return embedText(left, dimensions).reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
}

test.each([1, 2, 8, 256, 1536])('%i dimensions, of unit length', (dimensions) => {
  for (const text of ['How do I reset my password?', '', '???', 'é']) {
    const vector = embedText(text, dimensions);
    expect(vector.length).toBe(dimensions);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  }
});

test('what shares words is close, what shares none is not', () => {
  const question = 'How do I reset my password?';
  expect(compare(question, question)).toBeCloseTo(1, 5);
  expect(compare(question, 'HOW do i reset my PASSWORD')).toBeCloseTo(1, 5);
  expect(compare(question, 'How can I reset the password?')).toBeGreaterThan(0.5);
  expect(Math.abs(compare(question, 'Bananas grow in warm places.'))).toBeLessThan(0.15);
});
