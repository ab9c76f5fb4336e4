import type { Connection } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { Mend } from '../finding.ts';

/** Whose findings they are, and what puts right what a refresh puts right. */
export interface Subject {
  readonly tool: ToolDefinition;
  readonly connection: Connection;
  readonly mend: Mend;
}

export function refreshLine({ tool, connection }: Subject): string {
  return connection.name === 'modelrack'
    ? `modelrack refresh ${tool.id}`
    : `modelrack refresh ${tool.id} --gateway ${connection.name}`;
}
