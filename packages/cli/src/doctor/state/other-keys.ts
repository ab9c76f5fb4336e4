import type { Examination } from '@modelrack/setup';
import { warning, type Finding } from '../finding.ts';
import { keyName } from '../key-name.ts';
import { setupLine, type Subject } from './subject.ts';

/** A key of the user's own, or one of ours that was replaced since, when nobody could tell any more that it is ours. */
export function otherKeys(subject: Subject, { otherKeys: [first, ...more] }: Examination): readonly Finding[] {
  if (first === undefined) return [];
  const { path, line, column, key } = first;
  const message = `the key in this file is not that of connection ${subject.connection.name}, and refreshes leave it`;
  const rest = more.length === 0 ? '' : ` and ${more.length} more`;
  return [
    warning(['key', subject.tool.id], message, {
      path,
      line,
      column,
      evidence: `${keyName(key)}${rest}`,
      hint: `if it is an older one, take it out of the file, then run \`${setupLine(subject)}\``,
    }),
  ];
}
