import type { Texts } from './home.ts';

/** Something that a user does to a line of their own; the numbers choose file and line. */
export interface Edit {
  readonly how: 'top' | 'bottom' | 'blank' | 'comment';
  readonly file: number;
  readonly line: number;
}

/** The same edit in every one of these pictures; undefined: in one of them that line is not there, or is not theirs. */
export function edited(
  { how, file, line }: Edit,
  { users, also }: { users: Texts; also: readonly Texts[] },
): readonly Texts[] | undefined {
  const all = [users, ...also];
  const name = chosen(
    [...users.keys()].filter((one) => all.every((texts) => texts.has(one))),
    file,
  );
  if (name === undefined) return undefined;
  const texts = all.map((one) => one.get(name) ?? '');
  const [theirs = ''] = texts;
  const change =
    how === 'top' || how === 'bottom' ? (text: string) => blankLine(how, text) : atLine(how, name, texts, line);
  // A file of blanks has no lines of anybody's.
  if (change === undefined || theirs.trim() === '') return undefined;
  return all.map((one) => new Map(one).set(name, change(one.get(name) ?? '')));
}

function chosen<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)];
}

function endOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function blankLine(how: 'top' | 'bottom', text: string): string {
  if (how === 'bottom') return `${text}${endOf(text)}`;
  return text.startsWith('\uFEFF') ? `\uFEFF${endOf(text)}${text.slice(1)}` : `${endOf(text)}${text}`;
}

function atLine(how: 'blank' | 'comment', name: string, texts: readonly string[], index: number) {
  const [theirs = ''] = texts;
  const own = theirs.split(/\r?\n/);
  // Brackets are everywhere, and nothing stands above a byte-order mark.
  const lines = own.filter(
    (one, at) => /^[^\uFEFF]*\w/.test(one) && texts.every((text) => isOnce(text, own[at - 1], one)),
  );
  const line = chosen(lines, index);
  if (line === undefined) return undefined;
  const comment = commentFor(name, theirs);
  const above = how === 'comment' && comment !== undefined ? `${/^\s*/.exec(line)?.[0] ?? ''}${comment}` : '';
  return (text: string) => {
    const end = endOf(text);
    return text
      .split(end)
      .flatMap((one) => (one === line ? [above, one] : [one]))
      .join(end);
  };
}

/** The line is there once, below the same one. */
function isOnce(text: string, above: string | undefined, line: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines.filter((one) => one === line).length === 1 && lines[lines.indexOf(line) - 1] === above;
}

/** Where the file has comments already, more of them do no harm. */
function commentFor(name: string, text: string): string | undefined {
  if (/\.(ya?ml|toml)$/.test(name)) return '# mine';
  return /^\s*\/\//m.test(text) ? '// mine' : undefined;
}
