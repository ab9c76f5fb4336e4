import { expect, test } from 'vitest';
import { takeNotes } from './request-notes.ts';

test('warnings fit into a header, whatever they are about', () => {
  const notes = takeNotes();
  for (let turn = 0; turn < 5000; turn += 1) notes.warn(`${turn} ä\n${'x'.repeat(1000)}`);
  notes.warn('0');
  expect(notes.warnings[0]).toBe(`0 ??${'x'.repeat(116)}`);
  expect(notes.warnings.join('; ').length).toBeLessThan(4096);
});
