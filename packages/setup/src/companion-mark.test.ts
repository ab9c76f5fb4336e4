import { expect, it } from 'vitest';
import { isMarked, marked } from './companion-mark.ts';

it.each(['', 'text\n', '<!-- Made by modelrack; "modelrack remove" takes it out. 0 -->\n'])(
  '%j is known as ours',
  (text) => {
    expect(isMarked(marked(text))).toBe(true);
    expect(isMarked(marked(marked(text)))).toBe(true);
  },
);

it.each([
  ['a text of theirs', 'text\n'],
  ['a line before it', `more\n${marked('text\n')}`],
  ['a line after it', `${marked('text\n')}more\n`],
  ['another text over our mark', marked('text\n').replace('text', 'test')],
  ['other line ends', marked('text\n').replaceAll('\n', '\r\n')],
])('%s is theirs', (_, text) => expect(isMarked(text)).toBe(false));
