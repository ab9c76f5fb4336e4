import { diffOf, type Connection, type SessionPlan } from '@modelrack/setup';
import { commandLine, type ToolDefinition } from '@modelrack/tool-kit';
import { plain } from '@modelrack/text';
import { shortHead, shortPaths } from '../text/short-path.ts';
import type { Context } from '../world/context.ts';

export interface Session {
  readonly tool: ToolDefinition;
  readonly connection: Connection;
  readonly plan: SessionPlan;
  /** All of them: the plan's and the user's. */
  readonly args: readonly string[];
}

/** What would be started, with which variables and files; the key in none of it. */
export async function printSession(context: Context, { tool, connection, plan, args }: Session): Promise<number> {
  const { platform, home } = await context.machine();
  const variables = Object.entries(plan.variables).map(([name, value]) => ({
    name,
    value: plan.secrets.includes(name) ? '***' : value,
  }));
  const files = await Promise.all(plan.files.map(async (file) => ({ path: file.path, diff: await diffOf(file) })));
  context.printer.document({
    schema: 1,
    command: 'run',
    tool: tool.id,
    gateway: { name: connection.name, apiRoot: connection.apiRoot },
    model: plan.model,
    program: plan.program,
    args,
    variables,
    files,
    notes: plan.notes,
  });
  context.printer.result(`${commandLine([plan.program, ...args], platform)}\n`);
  for (const { name, value } of variables) context.printer.result(`${name}=${shortened(value)}\n`);
  for (const { diff } of files) context.printer.result(`${shortHead(plain(diff), home)}\n`);
  for (const note of plan.notes) context.printer.note(`${tool.id}: ${shortPaths(note, home)}`);
  return 0;
}

const longest = 200;

function shortened(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ');
  return line.length <= longest ? line : `${line.slice(0, longest)}… (${value.length} characters)`;
}
