import { mainFileOf, type Examination } from '@modelrack/setup';
import { count, listed } from '@modelrack/text';
import { info, warning, type Details, type Finding } from '../finding.ts';
import { againLine, refreshLine, type Subject } from './subject.ts';

/** The models in the tool against those of the gateway: gone, renamed, new, edited. */
export function modelFindings(subject: Subject, { outcome, files }: Examination): readonly Finding[] {
  const { added, updated, removed, protected: kept } = outcome.models;
  const about = ['models', subject.tool.id] as const;
  const path = mainPathOf(files);
  const mended: Details = { path, fix: refreshLine(subject), mend: subject.mend };
  const findings: Finding[] = [];
  if (removed.length > 0) {
    const came = added.length === 0 ? '' : `; new there: ${named(added)}`;
    findings.push(warning(about, `the gateway no longer lists ${named(removed)}${came}`, mended));
  } else if (added.length > 0)
    findings.push(info(about, `the gateway lists ${count(added.length, 'model')} more: ${named(added)}`, mended));
  else if (updated.length > 0)
    findings.push(info(about, `the gateway says something else about ${named(updated)}`, mended));
  const edited = kept.filter(({ why }) => why === 'edited').map(({ id }) => id);
  const deleted = kept.filter(({ why }) => why === 'deleted-by-you').map(({ id }) => id);
  if (edited.length > 0) {
    const message = `changed by hand since: ${named(edited)}; refreshes leave it as it is`;
    findings.push(
      warning(['drift', subject.tool.id], message, {
        path,
        fix: againLine(subject, edited),
        hint: 'remove the entry first if it should be as the gateway says',
      }),
    );
  }
  if (deleted.length > 0) {
    const fix = againLine(subject, deleted);
    findings.push(info(['drift', subject.tool.id], `you removed ${named(deleted)}; it stays removed`, { path, fix }));
  }
  return findings;
}

export function mainPathOf(files: Examination['files']): string | null {
  return mainFileOf(files.map(({ spec, path }) => ({ id: spec.id, path })))?.path ?? null;
}

export function named(ids: readonly string[]): string {
  return listed(ids, 4);
}
