import type { Json } from '@modelrack/config-edit';
import type { Examination, Machine } from '@modelrack/setup';
import { failure, warning, type Finding } from '../finding.ts';
import { refreshLine, type Subject } from './subject.ts';

/** Key commands, hooks and servers that call a Node, or a copy of our command, that is not there. */
export function deadHelpers(machine: Machine, subject: Subject, one: Examination): readonly Finding[] {
  const dead = deadCommands(machine, subject, one);
  // What the commands are made anew from is made anew as well.
  return dead.length > 0 ? dead : staleCompanions(subject, one);
}

function deadCommands(machine: Machine, subject: Subject, { files }: Examination): readonly Finding[] {
  return files.flatMap(({ path, value }) => {
    const dead = [...new Set(calledFiles(value))].filter((file) => !isThere(machine, file));
    if (dead.length === 0) return [];
    return [
      failure(['helper', subject.tool.id], `a command in this file calls what is not there: ${dead.join(', ')}`, {
        code: 'file-shape',
        path,
        fix: refreshLine(subject),
        mend: subject.mend,
      }),
    ];
  });
}

/** Files of ours beside the tool's own, which make `/m-` work. */
function staleCompanions(subject: Subject, { outcome }: Examination): readonly Finding[] {
  const [first, ...rest] = outcome.files.filter(({ spec, action }) => spec === undefined && action !== 'unchanged');
  if (first === undefined || outcome.models.added.length + outcome.models.removed.length > 0) return [];
  const more = rest.length === 0 ? '' : `, and ${rest.length} more`;
  return [
    warning(
      ['helper', subject.tool.id],
      `a file of ours beside those of the tool is missing or not as it should be${more}`,
      {
        path: first.path,
        fix: refreshLine(subject),
        mend: subject.mend,
      },
    ),
  ];
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
