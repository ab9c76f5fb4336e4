import { maskUrls } from '@modelrack/catalog';

// Control characters, and marks that turn the direction of text around: nothing foreign may steer a terminal.
// eslint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of a gateway, a file or a program, safe to print and without what URLs hold back. Tabs and line breaks stay. */
export function plain(text: string): string {
  return maskUrls(text).replace(unsafe, '\u{fffd}');
}

/** The same for one cell or one message: on one line. */
export function oneLine(text: string): string {
  return plain(text).replace(/\s*[\t\n]\s*/g, ' ');
}
