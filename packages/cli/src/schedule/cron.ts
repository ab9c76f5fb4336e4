import { mark, type Job, type Scheduler } from './scheduler.ts';

const comment = `# ${mark}\n`;

/** Where there is nothing better: a comment and a line in the user's own table. */
export const cron: Scheduler = {
  id: 'cron',
  name: 'a line in the crontab',
  encoding: 'utf-8',
  files: () => ({}),
  table: {
    with(text, job) {
      const before = withoutOurs(text);
      return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${comment}${line(job)}`;
    },
    without: withoutOurs,
  },
  start: () => [],
  stop: () => [],
  afterwards: [],
};

/** The line goes with the comment above it as long as it calls us. */
function withoutOurs(text: string): string {
  const at = text.indexOf(comment);
  if (at < 0) return text;
  const rest = text.slice(at + comment.length);
  const [first = ''] = /^.*\n?/.exec(rest) ?? [];
  return text.slice(0, at) + (first.includes('modelrack.js') ? rest.slice(first.length) : rest);
}

/** Not at the full hour, when everybody comes; what is printed would be sent as a letter. */
function line({ command, often, variables }: Job): string {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`);
  const words = [...set, ...command.map(quoted)].join(' ');
  // cron takes "%" for the end of a line.
  return `17 ${often === 'daily' ? '9' : '*'} * * * ${words.replaceAll('%', String.raw`\%`)} >/dev/null 2>&1\n`;
}

function quoted(word: string): string {
  return /^[\w./=+:@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
