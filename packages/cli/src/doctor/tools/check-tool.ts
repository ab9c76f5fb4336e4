import { isRackError } from '@modelrack/errors';
import { findTool, type Connection, type Machine } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { ModelList } from '../../lists/model-list.ts';
import { attempt, type Finding } from '../finding.ts';
import { checkBlock } from './check-block.ts';
import { checkFiles } from './check-files.ts';
import { checkServer } from './check-server.ts';
import { checkShadows } from './check-shadows.ts';
import { checkState } from '../state/check-state.ts';
import { movedBy } from './moved-by.ts';

export interface ToolScope {
  readonly connection: Connection | undefined;
  readonly list: ModelList | undefined;
  /** A tool that was only looked for is passed over where it is not. */
  readonly isNamed: boolean;
}

/** Its files, what in them is ours and whether that still holds, and what beats it. */
export async function checkTool(machine: Machine, tool: ToolDefinition, scope: ToolScope): Promise<readonly Finding[]> {
  const { connection } = scope;
  const isSetUp = connection?.tools[tool.id] !== undefined;
  if (!isLookedAt(machine, tool, scope)) return [];
  const files = await checkFiles(machine, tool, scope);
  const moved = connection === undefined ? [] : movedBy(machine, tool, connection);
  const isReadable =
    moved.length === 0 && !files.some(({ severity, code }) => severity === 'fail' && code !== 'disk-full');
  return [
    ...moved,
    ...files,
    ...(connection === undefined || isSetUp ? [] : await checkBlock(machine, tool, connection)),
    ...(connection !== undefined && isSetUp && isReadable
      ? await checkState(machine, tool, { ...scope, connection })
      : []),
    ...(await shadowsOf(machine, tool, scope)),
    ...(connection === undefined ? [] : await checkServer(machine, tool, connection)),
  ];
}

/** What cannot be read was reported with the files. */
async function shadowsOf(machine: Machine, tool: ToolDefinition, scope: ToolScope): Promise<readonly Finding[]> {
  const found = await attempt(() => checkShadows(machine, tool, scope.connection));
  return isRackError(found) ? [] : found;
}

/** A tool that is nowhere, and that nobody asked about, is passed over. */
export function isLookedAt(machine: Machine, tool: ToolDefinition, scope: ToolScope): boolean {
  return scope.isNamed || scope.connection?.tools[tool.id] !== undefined || findTool(machine, tool).isFound;
}
