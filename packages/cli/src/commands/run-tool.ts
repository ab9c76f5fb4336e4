import type { Catalog } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { planSession, type Connection, type SessionPlan } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { agreeToRedirect } from '../connections/agree-to-redirect.ts';
import { allConnections } from '../connections/saved-connections.ts';
import { targetToRead, type Target } from '../connections/target.ts';
import { readList } from '../lists/read-list.ts';
import { checkDefault } from '../runs/check-default.ts';
import { checkGlobs } from '../runs/check-globs.ts';
import { printSession } from '../session/print-session.ts';
import { addUser, makeSession, removeSession, sessionFolder, sweepSessions } from '../session/session-folder.ts';
import { findUnwritable } from '../tools/unwritable-tools.ts';
import { shortPaths } from '../text/short-path.ts';
import { toolsOf } from '../tools/tools.ts';
import type { Context, SessionOptions } from '../world/context.ts';

export interface ToolCall {
  readonly name: string;
  /** For the tool, as they are. */
  readonly args: readonly string[];
}

/** The tool on the gateway until it ends; resolves to its exit code. None of its files is written. */
export async function runTool(context: Context, { name, args }: ToolCall, options: SessionOptions): Promise<number> {
  const tool = await toolNamed(context, name);
  if (context.printer.isJson && options.dryRun !== true) {
    const hint = 'pass --dry-run for a document of what would be started';
    throw new RackError('usage', `standard output belongs to ${tool.name} here, so --json cannot be used`, { hint });
  }
  const machine = await context.machine();
  if (options.dryRun !== true) sweepSessions(machine);
  const folder = sessionFolder(machine);
  const asked = await targetToRead(context, { ...options, offline: false });
  const { target, catalog, wire } = await readList(context, asked, {
    isUnkept: asked.saved === undefined || options.dryRun === true,
  });
  await agreeToRedirect(context, target, catalog.apiRoot);
  checkDefault(catalog, options, ['--model', options.model]);
  checkGlobs(context, catalog, options);
  const connection = await connectionOf(context, target, catalog);
  const plan = await planSession(machine, {
    tool,
    connection,
    key: target.key,
    catalog,
    ...choiceOf(tool, target, options),
    model: options.model,
    folder,
    isDry: options.dryRun === true,
    wire,
  });
  assertSmall(plan);
  const session = { tool, connection, plan, args: [...plan.args, ...args] };
  if (options.dryRun === true) return printSession(context, session);
  context.printer.note(`${tool.name} on ${connection.apiRoot}, with ${plan.model}`);
  for (const note of plan.notes) context.printer.note(`${tool.id}: ${shortPaths(note, machine.home)}`);
  return start(context, folder, session);
}

async function start(
  context: Context,
  folder: string,
  { plan, args }: { readonly plan: SessionPlan; readonly args: readonly string[] },
): Promise<number> {
  const { runChild } = await import('../session/run-child.ts');
  // The tool is told of every wish to end, and decides; this command ends with it.
  void context.untilInterrupt();
  try {
    makeSession(folder, plan.files);
    return await runChild({ ...plan, args, onStart: (pid) => addUser(folder, pid) });
  } finally {
    removeSession(folder);
  }
}

async function toolNamed(context: Context, name: string): Promise<ToolDefinition> {
  const other = findUnwritable(name);
  if (other !== undefined) {
    throw new RackError('not-writable-tool', `${other.name} cannot be run for one session: ${other.reason}`);
  }
  const [tool] = await (await toolsOf(context)).load([name]);
  if (tool === undefined) throw new RackError('internal', 'a tool was not loaded');
  return tool;
}

/** A gateway that is not kept has a name of its own, so that nothing of the user's is taken for its. */
async function connectionOf(context: Context, target: Target, { apiRoot }: Catalog): Promise<Connection> {
  if (target.saved !== undefined) return { ...target.connection, apiRoot };
  const taken = new Set((await allConnections(context)).map(({ name }) => name));
  const name = ['session', 'sessiontwo', 'sessionthree'].find((each) => !taken.has(each)) ?? 'onesession';
  return { ...target.connection, name, apiRoot };
}

/** As the flags say; else as it was chosen for the tool when it was set up. */
function choiceOf({ id }: ToolDefinition, { saved }: Target, { models, exclude }: SessionOptions) {
  const known = models === undefined && exclude === undefined ? saved?.tools[id] : undefined;
  return { models: models ?? known?.models, exclude: exclude ?? known?.exclude };
}

/** What a system takes as one variable or argument. */
const longest = { win32: 30_000, other: 120_000 };

function assertSmall({ variables, args }: SessionPlan): void {
  const limit = process.platform === 'win32' ? longest.win32 : longest.other;
  if ([...Object.values(variables), ...args].every((text) => Buffer.byteLength(text) <= limit)) return;
  throw new RackError('usage', 'there are more models than fit into a variable', {
    hint: "choose some of them: --models 'anthropic/*'",
  });
}
