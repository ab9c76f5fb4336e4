import { Option, type Command } from 'commander';
import { start, withConnection, type Runner } from './command-parts.ts';
import type { McpOptions } from '../world/context.ts';

/** The commands that call the gateway's endpoints. */
export const callNames: readonly string[] = ['mcp'];

export function addCalls(program: Command, runner: Runner): void {
  const mcp = program
    .command('mcp')
    .description('serve the whole gateway to an MCP client on standard input and output');
  for (const folder of ['config', 'state', 'cache', 'data'])
    mcp.addOption(new Option(`--${folder}-home <folder>`, `where XDG_${folder.toUpperCase()}_HOME points`).hideHelp());
  withConnection(mcp).action((_: unknown, command: Command) =>
    start<McpOptions>(runner, command, async (context, options) =>
      (await import('../calls/mcp.ts')).mcp(context, options),
    ),
  );
}
