import type { Json } from '@modelrack/config-edit';
import { mainFileOf, maskSecrets, type Difference, type Examination } from '@modelrack/setup';
import { count } from '@modelrack/text';
import { failure, warning, type Finding } from '../finding.ts';
import { keyName } from '../key-name.ts';
import { movedFrom } from './default-findings.ts';
import { named } from './model-findings.ts';
import { refreshLine, setupLine, withFlags, type Subject } from './subject.ts';

/** Values that are not as a refresh would leave them, the models apart: an old address, half an entry, the rest. */
export function differenceFindings(subject: Subject, examined: Examination): readonly Finding[] {
  const { differences, files, outcome, isUsual } = examined;
  const about = ['block', subject.tool.id] as const;
  const main = mainFileOf(files.map(({ spec }) => spec));
  const gone = files.find(({ isBlockGone, spec }) => isBlockGone && spec.id === main?.id);
  if (gone !== undefined) {
    return [
      warning(about, `the entries of "${subject.connection.name}" are gone from this file: somebody deleted them`, {
        path: gone.path,
        fix: withFlags(subject, setupLine(subject), isUsual ? [] : ['--config-file', gone.path]),
        hint: `or remove the rest with: modelrack remove ${subject.tool.id}`,
        // A folder that is gone is not made anew unasked.
        ...(isUsual
          ? { mend: { kind: 'setup' as const, connection: subject.connection.name, tool: subject.tool.id } }
          : {}),
      }),
    ];
  }
  const parts = files.filter(({ isBlockGone }) => isBlockGone).map(({ path }) => partFinding(subject, path));
  if (parts.length > 0) return parts;
  const old = movedFrom(outcome);
  const ids = new Set([...outcome.models.added, ...outcome.models.updated, ...outcome.models.removed]);
  const isDefault = ({ found }: Difference) => typeof found === 'string' && old.includes(found);
  const rest = differences.filter((one) => !isAboutModel(one, ids) && !isDefault(one));
  const stale = rest.filter(isStaleUrl);
  const missing = rest.filter((one) => one.found === undefined && one.wanted !== undefined);
  const others = rest.filter((one) => !stale.includes(one) && !missing.includes(one) && !isHelper(one));
  return [
    ...stale.slice(0, 1).map((one) => urlFinding(subject, one)),
    ...(missing.length === 0 ? [] : [missingFinding(subject, missing)]),
    ...(others.length === 0 ? [] : [otherFinding(subject, others)]),
  ];
}

function isAboutModel({ key, found, wanted }: Difference, ids: ReadonlySet<string>): boolean {
  const holds = (value: Json | undefined): boolean => {
    if (typeof value === 'string') return ids.has(value);
    if (Array.isArray(value)) return value.length > 0 && value.every(holds);
    return typeof value === 'object' && value !== null && Object.values(value).some(holds);
  };
  const steps = key.flatMap((step) =>
    typeof step === 'object' && typeof step.item === 'object' ? Object.values(step.item) : [step],
  );
  const isNamed = steps.some(
    (step) => typeof step === 'string' && [...ids].some((id) => step === id || step.endsWith(id)),
  );
  const isPick = [found, wanted].some((value) => typeof value === 'string' && ids.has(value));
  return isNamed || isPick || (typeof (wanted ?? found) === 'object' && holds(wanted ?? found));
}

function isStaleUrl({ found, wanted }: Difference): boolean {
  return isUrl(found) && isUrl(wanted);
}

function isUrl(value: Json | undefined): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value);
}

function isHelper({ found }: Difference): boolean {
  return /modelrack\.js|[\\/]node(?:\.exe)?"/.test(JSON.stringify(found ?? null));
}

/** The tool needs all of its files. */
function partFinding(subject: Subject, path: string): Finding {
  return failure(['block', subject.tool.id], 'half of the entry is missing: nothing of ours is left in this file', {
    path,
    code: 'file-shape',
    fix: refreshLine(subject),
    mend: subject.mend,
  });
}

function urlFinding(subject: Subject, one: Difference): Finding {
  return failure(
    ['stale', subject.tool.id],
    `it points to ${String(one.found)}, and the connection to ${String(one.wanted)}`,
    {
      ...placeOf(one),
      code: 'file-shape',
      evidence: keyName(one.key),
      fix: refreshLine(subject),
      mend: subject.mend,
    },
  );
}

function missingFinding(subject: Subject, missing: readonly Difference[]): Finding {
  const [first] = missing;
  return failure(['block', subject.tool.id], `half of the entry is missing: ${names(missing)}`, {
    ...(first === undefined ? {} : placeOf(first)),
    code: 'file-shape',
    fix: refreshLine(subject),
    mend: subject.mend,
  });
}

function otherFinding(subject: Subject, others: readonly Difference[]): Finding {
  const [first] = others;
  return warning(
    ['stale', subject.tool.id],
    `a refresh would change ${count(others.length, 'value')}: ${names(others)}`,
    {
      ...(first === undefined ? {} : placeOf(first)),
      evidence: first === undefined ? null : textOf(first),
      fix: refreshLine(subject),
      mend: subject.mend,
    },
  );
}

function textOf({ key, found = null, isSecret }: Difference): string {
  return maskSecrets(`${keyName(key)} = ${JSON.stringify(isSecret ? '***' : found)}`).slice(0, 120);
}

function placeOf({ path, line, column }: Difference): Pick<Finding, 'path' | 'line' | 'column'> {
  return { path, line, column };
}

function names(differences: readonly Difference[]): string {
  return named([...new Set(differences.map(({ key }) => keyName(key)))]);
}
