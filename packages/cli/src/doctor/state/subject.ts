import type { Connection } from '@modelrack/setup';
import { commandLine, type Platform, type ToolDefinition } from '@modelrack/tool-kit';
import type { Mend } from '../finding.ts';

/** Whose findings they are, and what puts right what a refresh puts right. */
export interface Subject {
  readonly tool: ToolDefinition;
  readonly connection: Connection;
  readonly mend: Mend;
  readonly platform: Platform;
}

export const refreshLine = (subject: Subject): string => lineOf('refresh', subject);
export const setupLine = (subject: Subject): string => lineOf('setup', subject);

/** With flags behind it, quoted for the shell of this machine. */
export function withFlags(subject: Pick<Subject, 'platform'>, line: string, flags: readonly string[]): string {
  return flags.length === 0 ? line : `${line} ${commandLine(flags, subject.platform)}`;
}

function lineOf(command: 'refresh' | 'setup', { tool, connection }: Subject): string {
  const line = `modelrack ${command} ${tool.id}`;
  return connection.name === 'modelrack' ? line : `${line} --gateway ${connection.name}`;
}

/** Only a model that is named comes back; what was chosen stays chosen beside it. */
export function againLine(subject: Subject, ids: readonly string[]): string {
  const { tool, connection } = subject;
  const chosen = connection.tools[tool.id]?.models ?? ['*'];
  const words = [...new Set([...chosen, ...ids])].flatMap((glob) => ['--models', glob]);
  return withFlags(subject, setupLine(subject), words);
}
