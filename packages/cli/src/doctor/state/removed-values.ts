import { mainFileOf, type Examination } from '@modelrack/setup';
import { choiceFlags } from '../../connections/choice-flags.ts';
import { warning, type Finding } from '../finding.ts';
import { keyName } from '../key-name.ts';
import { named } from './model-findings.ts';
import { setupLine, withFlags, type Subject } from './subject.ts';

/** Half an entry, since the user took a value of it out: no refresh brings that back, and without it nothing may work. */
export function removedValues(subject: Subject, { removed, files, isUsual }: Examination): readonly Finding[] {
  const [first] = removed;
  // Of a file without anything of ours that is said as a whole.
  if (first === undefined || files.some(({ isBlockGone }) => isBlockGone)) return [];
  const names = named(removed.map(({ key }) => keyName(key)));
  const main = mainFileOf(files.map(({ spec, path }) => ({ id: spec.id, path })))?.path ?? first.path;
  const place = isUsual ? [] : ['--config-file', main];
  const fix = removed.some(({ isForGood }) => isForGood)
    ? anew(subject, place)
    : withFlags(subject, setupLine(subject), place);
  return [
    warning(['block', subject.tool.id], `half of the entry is missing: you removed ${names}; refreshes leave it out`, {
      path: first.path,
      fix,
      hint: 'leave it, if that is how you want it',
    }),
  ];
}

/** Taken out as a whole first, after which nothing of ours counts as removed. */
function anew(subject: Subject, place: readonly string[]): string {
  const { tool, connection } = subject;
  const gateway = connection.name === 'modelrack' ? [] : ['--gateway', connection.name];
  const flags = [...choiceFlags(connection.tools[tool.id] ?? {}), ...(tool.exclusive ? ['--take-over'] : []), ...place];
  const remove = withFlags(subject, `modelrack remove ${tool.id}`, [...gateway, ...place]);
  return `${remove}; ${withFlags(subject, setupLine(subject), flags)}`;
}
