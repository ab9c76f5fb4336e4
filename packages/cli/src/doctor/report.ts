import { count } from '@modelrack/text';
import type { Colours } from '../text/colours.ts';
import { placeOf } from '../text/print-error.ts';
import { shortPaths } from '../text/short-path.ts';
import type { Finding, Severity } from './finding.ts';

export interface Look {
  /** Infinity: nobody looks at it on a screen. */
  readonly columns: number;
  readonly colours: Colours;
  readonly home: string;
}

const words: Readonly<Record<Severity, string>> = {
  ok: 'ok',
  info: 'note',
  warn: 'warn',
  fail: 'fail',
  unchecked: '?',
};
const severest: readonly Severity[] = ['fail', 'warn', 'info', 'unchecked'];

/** Every finding with what shows it and what to do, and one line at the end. */
export function reportText(findings: readonly Finding[], look: Look): string {
  const checks = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap((one) => linesOf(one, look, checks));
  return `${lines.join('\n')}\n\n${summary(findings, look)}\n`;
}

function linesOf(one: Finding, look: Look, checks: number): readonly string[] {
  const { colours } = look;
  const indent = 6 + checks + 2;
  const place = placeOf(one);
  const [first = '', ...rest] = wrap(shortPaths(`${one.subject}: ${one.message}`, look.home), look.columns - indent);
  const more: readonly (readonly [string, string | null | undefined])[] = [
    ['at', isSaid(one, place) ? undefined : place],
    ['seen:', one.evidence],
    ['->', one.hint],
    ['fix:', one.fix],
  ];
  const details = one.severity === 'ok' ? [] : more.filter((pair): pair is [string, string] => Boolean(pair[1]));
  const pad = ' '.repeat(indent);
  return [
    `${markOf(one.severity, colours)}${one.check.padEnd(checks + 2)}${first}`,
    ...rest.map((line) => pad + line),
    ...details.flatMap(([word, text]) =>
      // A command line is copied: it is never broken.
      (word === 'fix:'
        ? [shortPaths(text, look.home)]
        : wrap(shortPaths(text, look.home), look.columns - indent - word.length - 1)
      ).map((line, at) => `${pad}${at === 0 ? colours.dim(word) : ' '.repeat(word.length)} ${line}`),
    ),
  ];
}

function isSaid({ message }: Finding, place: string | undefined): boolean {
  return place !== undefined && message.includes(place);
}

function markOf(severity: Severity, colours: Colours): string {
  const word = words[severity].padEnd(6);
  if (severity === 'ok') return colours.green(word);
  if (severity === 'fail') return colours.red(word);
  return severity === 'warn' ? colours.yellow(word) : colours.dim(word);
}

/** A word that is too long has a line of its own. */
function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The one line that it comes to. */
function summary(findings: readonly Finding[], look: Look): string {
  const of = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  const [failed, warned, missed] = [of('fail'), of('warn'), of('unchecked')];
  const notChecked = missed === 0 ? '' : `, ${missed} not checked`;
  if (failed + warned === 0) return `Everything that was checked is fine (${of('ok')} ok${notChecked}).`;
  const first = severest
    .flatMap((severity) => findings.filter((one) => one.severity === severity))
    .find(({ severity }) => severity === 'fail' || severity === 'warn');
  const counts = [count(failed, 'failure'), count(warned, 'warning'), `${of('ok')} ok`].filter(
    (text) => !text.startsWith('0 '),
  );
  const start = first === undefined ? '' : ` ${firstStep(first, look)}`;
  return `${counts.join(', ')}${notChecked}.${start}`;
}

function firstStep({ fix, check }: Finding, look: Look): string {
  return fix === null ? `Begin with ${check}.` : `Begin with: ${shortPaths(fix, look.home)}`;
}
