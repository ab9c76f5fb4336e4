import type { Json } from '@modelrack/config-edit';
import type { Examination, Machine } from '@modelrack/setup';
import { failure, info, warning, type Finding } from '../finding.ts';
import { refreshLine, type Subject } from './subject.ts';

/** Key commands, hooks and servers that call a Node, or a copy of our command, that is not there. */
export function deadHelpers(machine: Machine, subject: Subject, one: Examination): readonly Finding[] {
  const dead = [...deadCommands(machine, subject, one), ...deadInOurs(machine, subject, one)];
  // What the commands are made anew from is made anew as well.
  return dead.length > 0 ? dead : staleCompanions(subject, one);
}

function deadCommands(machine: Machine, subject: Subject, { files }: Examination): readonly Finding[] {
  return files.flatMap(({ path, value }) => deadFinding(machine, subject, { path, called: calledFiles(value) }));
}

/** In the hooks and plugins that stand beside the tool's own files. */
function deadInOurs(machine: Machine, subject: Subject, { outcome }: Examination): readonly Finding[] {
  return outcome.files.flatMap(({ path, spec, before }) =>
    spec === undefined ? deadFinding(machine, subject, { path, called: pathsIn(before ?? '') }) : [],
  );
}

function deadFinding(
  machine: Machine,
  subject: Subject,
  { path, called: files }: { path: string; called: readonly string[] },
): readonly Finding[] {
  const dead = [...new Set(files)].filter((file) => !isThere(machine, file));
  if (dead.length === 0) return [];
  return [
    failure(['helper', subject.tool.id], `a command in this file calls what does not exist: ${dead.join(', ')}`, {
      code: 'file-shape',
      path,
      fix: refreshLine(subject),
      mend: subject.mend,
    }),
  ];
}

/** Files of ours beside the tool's own, which make `/m-` work. */
function staleCompanions(subject: Subject, { outcome }: Examination): readonly Finding[] {
  const ours = outcome.files.filter(({ spec }) => spec === undefined);
  const gone = ours.filter(({ action }) => action === 'created');
  const [first] = gone.length > 0 ? gone : ours.filter(({ action }) => action === 'edited');
  if (first === undefined || outcome.models.added.length + outcome.models.removed.length > 0) return [];
  const about = ['helper', subject.tool.id] as const;
  const details = { path: first.path, fix: refreshLine(subject), mend: subject.mend };
  if (gone.length === 0) return [info(about, 'a file of ours beside those of the tool is not up to date', details)];
  const more = gone.length === 1 ? '' : `, and ${gone.length - 1} more`;
  return [warning(about, `a file of ours beside those of the tool is missing${more}`, details)];
}

function isThere({ fs }: Machine, file: string): boolean {
  try {
    return fs.stat(file).kind === 'file';
  } catch {
    return false;
  }
}

const called = /(?:\/|[A-Za-z]:[\\/])[^'"\n]*?(?:[\\/]node(?:\.exe)?|modelrack\.js)(?=['"\s]|$)/g;

/** In every command line of ours: its words are one text, or texts beside each other. */
function calledFiles(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value.includes('modelrack.js') ? pathsIn(value) : [];
  if (typeof value !== 'object' || value === null) return [];
  const parts: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
  const words = parts.flatMap((part) => (isWords(part) ? part : [part]));
  const texts = words.filter((word) => typeof word === 'string');
  if (texts.some((text) => text.includes('modelrack.js'))) return texts.flatMap(pathsIn);
  return parts.flatMap(calledFiles);
}

function isWords(value: Json): value is readonly Json[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

function pathsIn(text: string): readonly string[] {
  return text.match(called) ?? [];
}
