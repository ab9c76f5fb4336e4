import type { Examination } from '@modelrack/setup';
import { count } from '@modelrack/text';
import { failure, info, warning, type Details, type Finding } from '../finding.ts';
import { refreshLine, type Subject } from './subject.ts';

const goneDefault = /is no(?:t| longer) in the gateway's list/;

/** The models in the tool against those of the gateway: gone, renamed, new, edited, and the one that it starts with. */
export function modelFindings(subject: Subject, { outcome, files }: Examination): readonly Finding[] {
  const { added, updated, removed, protected: kept } = outcome.models;
  const about = ['models', subject.tool.id] as const;
  const path = files.find(({ spec }) => spec.id === 'main')?.path ?? files.at(-1)?.path ?? null;
  const mended: Details = { path, fix: refreshLine(subject), mend: subject.mend };
  const findings: Finding[] = [];
  const moved = outcome.notes.find((note) => goneDefault.test(note));
  if (moved !== undefined) findings.push(defaultFinding(subject, { note: moved, mended, path }));
  if (removed.length > 0) {
    const came = added.length === 0 ? '' : `; new there: ${named(added)}`;
    findings.push(warning(about, `the gateway no longer lists ${named(removed)}${came}`, mended));
  } else if (added.length > 0)
    findings.push(info(about, `the gateway lists ${count(added.length, 'model')} more: ${named(added)}`, mended));
  else if (updated.length > 0)
    findings.push(info(about, `the gateway says something else of ${named(updated)}`, mended));
  const edited = kept.filter(({ why }) => why === 'edited').map(({ id }) => id);
  const deleted = kept.filter(({ why }) => why === 'deleted-by-you').map(({ id }) => id);
  if (edited.length > 0) {
    const message = `changed by hand since: ${named(edited)}; refreshes leave it as it is`;
    findings.push(
      warning(['drift', subject.tool.id], message, {
        path,
        hint: `take the entry out and run: modelrack setup ${subject.tool.id}`,
      }),
    );
  }
  if (deleted.length > 0) {
    const fix = `modelrack setup ${subject.tool.id} --models '${deleted[0]}'`;
    findings.push(info(['drift', subject.tool.id], `you removed ${named(deleted)}; it stays removed`, { path, fix }));
  }
  return findings;
}

/** The tool would ask for what is not there at its next start. */
function defaultFinding(
  subject: Subject,
  { note, mended, path }: { note: string; mended: Details; path: string | null },
): Finding {
  const about = ['default', subject.tool.id] as const;
  if (note.includes('is the default now')) {
    const [, old = 'its default'] = /(".*?"|\S+) is no/.exec(note) ?? [];
    return failure(about, `it starts with ${old}, which the gateway no longer lists`, { code: 'no-models', ...mended });
  }
  return failure(about, note, { code: 'no-models', path, fix: `modelrack setup ${subject.tool.id} --default MODEL` });
}

function named(ids: readonly string[]): string {
  return ids.length > 4 ? `${ids.slice(0, 4).join(', ')} and ${ids.length - 4} more` : ids.join(', ');
}
