import { expect, it } from 'vitest';
import { isMarked, marked } from './companion-mark.ts';

const ours = (text: string) => marked(text, 'work');

it.each(['', 'text\n', '<!-- Made by modelrack for work; "modelrack remove" takes it out. 0 -->\n'])(
  '%j is known as ours',
  (text) => {
    expect(isMarked(ours(text))).toBe(true);
    expect(isMarked(ours(text), 'work')).toBe(true);
    expect(isMarked(ours(ours(text)))).toBe(true);
    expect(isMarked(ours(text), 'other')).toBe(false);
  },
);

it.each([
  ['a text of theirs', 'text\n'],
  ['a line before it', `more\n${ours('text\n')}`],
  ['a line after it', `${ours('text\n')}more\n`],
  ['another text over our mark', ours('text\n').replace('text', 'test')],
  ['other line ends', ours('text\n').replaceAll('\n', '\r\n')],
])('%s is theirs', (_, text) => expect(isMarked(text)).toBe(false));
