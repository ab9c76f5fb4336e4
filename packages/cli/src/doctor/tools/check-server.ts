import { isRackError } from '@modelrack/errors';
import { mcpState, type Connection, type Machine } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { attempt, failure, fine, info, trouble, warning, type Finding } from '../finding.ts';

/** The entry of our MCP server, where one was asked for. */
export async function checkServer(
  machine: Machine,
  tool: ToolDefinition,
  connection: Connection,
): Promise<readonly Finding[]> {
  const about = ['mcp', tool.id] as const;
  if (connection.tools[tool.id]?.mcp !== true) return [];
  const state = await attempt(() => mcpState(machine, tool, connection));
  if (isRackError(state)) return [trouble(about, state)];
  if (state === undefined) return [];
  const { path, isThere, isOurs, isOff, missing } = state;
  const again = { path, fix: `modelrack setup ${tool.id} --mcp` };
  if (!isThere) return [warning(about, 'the MCP server is not registered any more', again)];
  if (!isOurs)
    return [
      failure(about, `the entry "${connection.name}" starts something other than our MCP server`, {
        code: 'file-not-ours',
        path,
        hint: `rename it, and run: modelrack setup ${tool.id} --mcp`,
      }),
    ];
  if (isOff) return [info(about, 'the MCP server is registered, and switched off', { path })];
  if (missing.length === 0) return [fine(about, `the MCP server is registered in ${path}`, { path })];
  const mend = { kind: 'refresh', connection: connection.name, tool: tool.id } as const;
  return [
    failure(about, `the MCP server calls something that does not exist: ${missing.join(', ')}`, {
      code: 'file-shape',
      ...again,
      mend,
    }),
  ];
}
