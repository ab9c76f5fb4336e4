import { peekTarget } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import { isUsual, machineThen, type Target } from '../connections/target.ts';
import { isInCurrentFolder } from '../connections/targets.ts';
import { ownCommand } from '../machine/own-command.ts';
import { choosePlace, exists } from '../machine/resolve-place.ts';
import type { Connection, Machine, RequestedTool, RunRequest } from '../machine/types.ts';
import { mcpFileOf, withMcp, type McpServer } from './with-mcp.ts';
import { startHookOf, withStart } from './with-start.ts';

interface Equipped {
  readonly requested: Pick<RequestedTool, 'tool' | 'mcp'>;
  readonly target: Target;
  /** Our server stands there, and nothing says that it was asked for. */
  readonly keepsMcp?: boolean;
}

/**
 * The tool as this run is about it: with the hook of its start, and with the file of its MCP servers, each only where ours
 * is to be in it, or is. A file that has nothing to do with us is not even read. Only the user's own file gets one: those
 * of a project ask everybody who works in it for trust.
 */
export function equippedTool(machine: Machine, request: Request, asked: Equipped): ToolDefinition {
  const tool = startedTool(machine, request, asked);
  const { requested, target } = asked;
  const { connection } = request;
  const isChosen = requested.mcp ?? (connection.tools[tool.id]?.mcp === true || asked.keepsMcp === true);
  if (tool.mcp === undefined || (!isUsual(target) && !isInCurrentFolder({ tool }))) return tool;
  if (isWriting(request) && isChosen) return withMcp(tool, serverFor(machine, connection, requested.mcp === true));
  if (!isInFile(machine, mcpFileOf(tool), target)) return tool;
  // Going, or coming back by an undo: by what it would be, all of it is known.
  return withMcp(tool, isWriting(request) ? undefined : serverFor(machine, connection, false));
}

type Request = Pick<RunRequest, 'command' | 'connection'>;

function isWriting({ command }: Request): boolean {
  return command === 'setup' || command === 'refresh';
}

function startedTool(machine: Machine, request: Request, { requested, target }: Equipped): ToolDefinition {
  const { tool } = requested;
  const isThere = (spec: FileSpec) =>
    exists(machine, choosePlace(machineThen(machine, target), spec, target.connection).path);
  const hook = isUsual(target) ? startHookOf(tool, isThere) : undefined;
  if (hook === undefined) return tool;
  const isOurs = isWriting(request) || typeof hook.file === 'string' || isInFile(machine, hook.file, target);
  return isOurs ? withStart(tool, hook, ownCommand(machine)) : tool;
}

/** By its text: what is not parsed cannot be refused. */
function isInFile(machine: Machine, spec: FileSpec | undefined, target: Target): boolean {
  if (spec === undefined) return false;
  const { connection, instead } = target;
  try {
    const { bytes } = peekTarget(
      machine.fs,
      instead ?? choosePlace(machineThen(machine, target), spec, connection).path,
    );
    return bytes !== undefined && new TextDecoder().decode(bytes).includes('modelrack.js');
  } catch (error) {
    if (isRackError(error)) return false;
    throw error;
  }
}

/** Where clients drop the variables of the environment, the arguments say where our folders are. */
const movers = { XDG_CONFIG_HOME: 'config', XDG_STATE_HOME: 'state', XDG_CACHE_HOME: 'cache', XDG_DATA_HOME: 'data' };

function serverFor(machine: Machine, connection: Connection, isAsked: boolean): McpServer {
  const [command, script] = ownCommand(machine);
  const moved = Object.entries(movers).flatMap(([variable, folder]) => {
    const value = machine.variables[variable];
    const isMoved = machine.platform !== 'win32' && value !== undefined && value.startsWith('/');
    return isMoved ? [`--${folder}-home`, value] : [];
  });
  const name = connection.name === usualName ? [] : ['--gateway', connection.name];
  return {
    command,
    args: [script, 'mcp', ...name, ...moved],
    keyVariable: 'env' in connection.key ? connection.key.env : undefined,
    isAsked,
  };
}

/** Taken without being named. */
const usualName = 'modelrack';
