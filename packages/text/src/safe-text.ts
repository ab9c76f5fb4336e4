import { maskUrls } from './mask-urls.ts';

// Control characters (C0, DEL, C1), line and paragraph separators, bidi marks and overrides, halves of a pair, the
// byte-order mark: what makes a terminal or a reader do something, what nobody sees, and what has no bytes in UTF-8.
const unsafe =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
// Most texts by far.
const isPrintable = /^[\x20-\x7e]*$/;
const everyUnsafe = new RegExp(unsafe.source, 'gu');
const everyUnsafeInLines = new RegExp(`(?![\\t\\n])${unsafe.source}`, 'gu');
const breaks = /[\s\u0085]+/g;
const escape = '\\u001b';
// CSI and OSC sequences with either introducer, then every other escape of two characters.
const escapes = new RegExp(
  `(?:${escape}\\[|\\u009b)[0-?]*[ -/]*[@-~]` +
    `|(?:${escape}\\]|\\u009d)[^\\u0007\\u001b\\u009c]*(?:\\u0007|${escape}\\\\|\\u009c)?` +
    `|${escape}[ -~]?`,
  'g',
);

/** Says whether a text can be shown and written anywhere without doing something there. */
export function isSafe(text: string): boolean {
  return isPrintable.test(text) || !unsafe.test(text);
}

/** A text from a stranger as one line: no escape sequence, no control character, no bidi override. */
export function cleanText(text: string): string {
  if (isSafe(text)) return text.trim();
  return text.replace(escapes, '').replace(breaks, ' ').replace(everyUnsafe, '').trim();
}

/** An unsafe text with what is unsafe in it spelled out, for a person to see. */
export function spellOut(text: string): string {
  const cut = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return cut.replace(everyUnsafe, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** Safe to print, and without the secrets of URLs: what is unsafe shows as a sign of its own. Tabs and line breaks stay. */
export function plain(text: string): string {
  if (isPrintable.test(text) && !text.includes('://')) return text;
  return maskUrls(text).replace(everyUnsafeInLines, '\u{fffd}');
}

/** The same for one cell or one message: on one line. */
export function oneLine(text: string): string {
  return plain(text).replace(/\s*[\t\n]\s*/g, ' ');
}
