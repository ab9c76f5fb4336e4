import type { Examination } from '@modelrack/setup';
import { failure, warning, type Details, type Finding } from '../finding.ts';
import { mainPathOf } from './model-findings.ts';
import { refreshLine, type Subject } from './subject.ts';

const moved = /^the default (".*") is no longer in the gateway's list: .* is the default now$/;
const chosenOnce = /^the default ".*" is no longer in the gateway's list/;
const chosenInTool = /is no(?:t| longer) in the gateway's list/;

/** What the tool starts with, or was to start with, is not listed any more. */
export function defaultFindings(subject: Subject, { outcome, files }: Examination): readonly Finding[] {
  const about = ['default', subject.tool.id] as const;
  const path = mainPathOf(files);
  const [old] = movedFrom(outcome);
  if (old !== undefined) {
    const details: Details = { code: 'no-models', path, fix: refreshLine(subject), mend: subject.mend };
    return [failure(about, `it starts with "${old}", which the gateway no longer lists`, details)];
  }
  const note = outcome.notes.find((text) => chosenInTool.test(text));
  if (note === undefined) return [];
  const fix = `modelrack setup ${subject.tool.id} --default MODEL`;
  // Only what was asked for once: the tool starts with another one, or with none.
  if (chosenOnce.test(note)) return [warning(about, note, { path, fix })];
  return [failure(about, note, { code: 'no-models', path, fix })];
}

/** What stands in the files as the default, and would be replaced. */
export function movedFrom({ notes }: Examination['outcome']): readonly string[] {
  return notes.flatMap((note) => {
    const [, text] = moved.exec(note) ?? [];
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return typeof value === 'string' ? [value] : [];
  });
}
