import { readTarget } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import {
  choosePlace,
  findTool,
  installedVersion,
  mcpState,
  parseFile,
  resolvePlace,
  toolState,
  type Connection,
  type Machine,
} from '@modelrack/setup';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import { count } from '@modelrack/text';
import { checkBlock } from './check-block.ts';
import { fine, trouble, warning, type Check } from './check.ts';

export interface Scope {
  readonly connection: Connection | undefined;
  /** A tool that was only looked for is passed over where it is not. */
  readonly isNamed: boolean;
}

/** Is it here, do its files parse, what in them is ours, and what else does it read. */
export async function checkTool(machine: Machine, tool: ToolDefinition, scope: Scope): Promise<readonly Check[]> {
  const { isFound } = findTool(machine, tool);
  const isSetUp = scope.connection?.tools[tool.id] !== undefined;
  if (!isFound && !isSetUp && !scope.isNamed) return [];
  const files = await Promise.all(
    tool.files.map((spec) => checkFile(machine, tool, { spec, connection: scope.connection })),
  );
  return [
    await checkPresence(machine, tool, isFound),
    ...files.flat(),
    ...(scope.connection === undefined ? [] : await checkBlock(machine, tool, scope.connection)),
    ...(isSetUp && scope.connection !== undefined ? [await checkOurs(machine, tool, scope.connection)] : []),
    ...(scope.connection === undefined ? [] : await checkServer(machine, tool, scope.connection)),
  ];
}

async function checkPresence(machine: Machine, tool: ToolDefinition, isFound: boolean): Promise<Check> {
  if (!isFound) return warning('tool', tool.id, 'not found on this machine');
  const version = await installedVersion(machine, tool);
  return fine('tool', tool.id, `${version ?? 'found'}; verified with ${tool.verified}`);
}

async function checkFile(
  machine: Machine,
  tool: ToolDefinition,
  target: { spec: FileSpec; connection: Connection | undefined },
): Promise<readonly Check[]> {
  const { spec, connection } = target;
  const { path, others } = choosePlace(machine, spec, connection?.name ?? 'modelrack');
  const checks: Check[] = [];
  try {
    const { bytes } = readTarget(machine.fs, path);
    if (bytes !== undefined) await parseFile(spec, bytes, path);
    checks.push(fine('file', tool.id, bytes === undefined ? `${path} is not there yet` : `${path} parses`));
  } catch (error) {
    if (!isRackError(error)) throw error;
    checks.push(trouble('file', tool.id, error.with({ path })));
  }
  for (const other of others) checks.push(shadow(tool, other, `${tool.name} reads it too, and merges it with ${path}`));
  for (const place of spec.project ?? []) {
    const project = resolvePlace(machine, place);
    if (project === undefined || readTarget(machine.fs, project).bytes === undefined) continue;
    checks.push(shadow(tool, project, `${tool.name} also reads this one in this folder, and its values win`));
  }
  return checks;
}

async function checkOurs(machine: Machine, tool: ToolDefinition, connection: Connection): Promise<Check> {
  const state = await toolState(machine, tool, connection);
  if (state.problem !== undefined) return trouble('ours', tool.id, state.problem);
  const text = `${count(state.models, 'model')} of connection ${connection.name}`;
  return state.isChangedByHand
    ? warning('ours', tool.id, `${text}; changed by hand since`)
    : fine('ours', tool.id, text);
}

/** The entry of our MCP server, where one was asked for. */
async function checkServer(machine: Machine, tool: ToolDefinition, connection: Connection): Promise<readonly Check[]> {
  try {
    const state = await mcpState(machine, tool, connection);
    if (state === undefined) return [];
    const { path, isThere, missing } = state;
    const again = `modelrack setup ${tool.id} --mcp`;
    if (!isThere)
      return [{ ...warning('mcp', tool.id, 'the MCP server is not registered any more'), path, hint: again }];
    if (missing.length === 0) return [fine('mcp', tool.id, `the MCP server is registered in ${path}`)];
    const message = `the MCP server calls what is not there: ${missing.join(', ')}`;
    return [trouble('mcp', tool.id, { code: 'file-shape', message, path, hint: again })];
  } catch (error) {
    if (!isRackError(error)) throw error;
    return [trouble('mcp', tool.id, error)];
  }
}

function shadow(tool: ToolDefinition, path: string, message: string): Check {
  return { ...warning('shadow', tool.id, message), path };
}
