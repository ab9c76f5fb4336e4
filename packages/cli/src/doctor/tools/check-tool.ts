import { isRackError } from '@modelrack/errors';
import { findTool, type Connection, type Machine } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { ModelList } from '../../lists/model-list.ts';
import { attempt, type Finding } from '../finding.ts';
import { checkBlock } from './check-block.ts';
import { checkFiles } from './check-files.ts';
import { checkProgram } from './check-program.ts';
import { checkServer } from './check-server.ts';
import { checkShadows } from './check-shadows.ts';
import { checkState } from './check-state.ts';

export interface ToolScope {
  readonly connection: Connection | undefined;
  readonly list: ModelList | undefined;
  /** A tool that was only looked for is passed over where it is not. */
  readonly isNamed: boolean;
}

/** Its files, what in them is ours and whether that still holds, what beats it, and the program itself. */
export async function checkTool(machine: Machine, tool: ToolDefinition, scope: ToolScope): Promise<readonly Finding[]> {
  const { connection } = scope;
  const { isFound } = findTool(machine, tool);
  const isSetUp = connection?.tools[tool.id] !== undefined;
  if (!isFound && !isSetUp && !scope.isNamed) return [];
  const files = await checkFiles(machine, tool, scope);
  const isReadable = !files.some(({ severity, code }) => severity === 'fail' && code !== 'disk-full');
  return [
    ...files,
    ...(connection === undefined || isSetUp ? [] : await checkBlock(machine, tool, connection)),
    ...(connection !== undefined && isSetUp && isReadable
      ? await checkState(machine, tool, { ...scope, connection })
      : []),
    ...(await shadowsOf(machine, tool, scope)),
    ...(connection === undefined ? [] : await checkServer(machine, tool, connection)),
    ...(await checkProgram(machine, tool, isSetUp)),
  ];
}

/** What cannot be read was reported with the files. */
async function shadowsOf(machine: Machine, tool: ToolDefinition, scope: ToolScope): Promise<readonly Finding[]> {
  const found = await attempt(() => checkShadows(machine, tool, scope.connection));
  return isRackError(found) ? [] : found;
}
