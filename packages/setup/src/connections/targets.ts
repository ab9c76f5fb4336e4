import { pathsOf } from '../machine/folders.ts';
import { choosePlace, mainFileOf } from '../machine/resolve-place.ts';
import type { Machine, RequestedTool, RunRequest, ToolChoice } from '../machine/types.ts';
import type { Target } from './target.ts';

export type TargetRequest = Pick<RunRequest, 'command' | 'configFile' | 'connection' | 'project'>;

/** Which main files of a tool a run is about: the one that was asked for, else all that were set up. */
export function targetsOf(request: TargetRequest, tool: string): Target[] {
  const { command, configFile, connection, project } = request;
  const base = { connection: connection.name, project: false, instead: undefined };
  if (configFile !== undefined) return [{ ...base, instead: configFile }];
  if (project) return [{ ...base, project: true }];
  if (command === 'setup' || command === 'undo') return [base];
  const choice = connection.tools[tool];
  const others = (choice?.files ?? []).map((instead) => ({ ...base, instead }));
  return choice?.usual === false ? others : [base, ...others];
}

export interface ToolRun {
  readonly requested: RequestedTool;
  /** What was written: what a project's file is called cannot be told any more once it is deleted. */
  readonly files: readonly string[];
}

/** What is kept of a tool after a run that did it; undefined: nothing of it is set up any more. */
export function choiceAfter(machine: Machine, request: RunRequest, run: ToolRun): ToolChoice | undefined {
  const { requested } = run;
  if (request.command === 'setup') return choiceAfterSetup(machine, request, requested);
  if (request.command !== 'refresh') return choiceAfterRemoval(machine, request, run);
  const stored = request.connection.tools[requested.tool.id];
  return stored === undefined ? undefined : choiceAfterRefresh(stored, requested);
}

function choiceAfterSetup(machine: Machine, request: RunRequest, requested: RequestedTool): ToolChoice {
  const stored = request.connection.tools[requested.tool.id];
  const models = requested.models ?? stored?.models;
  const exclude = requested.exclude ?? stored?.exclude;
  const chosen = requested.default ?? stored?.default;
  const other = otherFile(machine, request, requested);
  const files = [...new Set([...(stored?.files ?? []), ...(other === undefined ? [] : [other])])];
  const hasUsual = other === undefined || (stored !== undefined && stored.usual !== false);
  const isUsual = hasUsual && !isInCurrentFolder(requested);
  return {
    ...(models === undefined ? {} : { models }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(chosen === undefined ? {} : { default: chosen }),
    ...(files.length === 0 ? {} : { files }),
    ...(isUsual ? {} : { usual: false as const }),
    ...mcpAfter(stored, requested),
  };
}

/** What was named is kept for later refreshes; where the tool's files are does not change. */
function choiceAfterRefresh(stored: ToolChoice, requested: RequestedTool): ToolChoice {
  const { models = stored.models, exclude = stored.exclude, default: chosen = stored.default } = requested;
  const { mcp: _, ...rest } = stored;
  return {
    ...rest,
    ...mcpAfter(stored, requested),
    ...(models === undefined ? {} : { models }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(chosen === undefined ? {} : { default: chosen }),
  };
}

/** Chosen for a tool that has a place for servers. */
function mcpAfter(stored: ToolChoice | undefined, { tool, mcp = stored?.mcp }: RequestedTool): Pick<ToolChoice, 'mcp'> {
  return mcp === true && tool.mcp !== undefined ? { mcp: true } : {};
}

function choiceAfterRemoval(
  machine: Machine,
  request: RunRequest,
  { requested, files: taken }: ToolRun,
): ToolChoice | undefined {
  const stored = request.connection.tools[requested.tool.id];
  const other = otherFile(machine, request, requested);
  if (stored === undefined || other === undefined) return undefined;
  const { files: _, ...rest } = stored;
  const files = (stored.files ?? []).filter((file) => file !== other && !taken.includes(file));
  if (files.length === 0 && stored.usual === false) return undefined;
  return { ...rest, ...(files.length === 0 ? {} : { files }) };
}

function otherFile(machine: Machine, request: RunRequest, { tool }: RequestedTool): string | undefined {
  const path = pathsOf(machine);
  if (request.configFile !== undefined) return path.resolve(machine.cwd, request.configFile);
  const main = mainFileOf(tool.files);
  const isHere = request.command === 'setup' && isInCurrentFolder({ tool });
  const herePlaces = isHere ? main?.places : undefined;
  const places = request.project ? main?.project : herePlaces;
  return places === undefined ? undefined : choosePlace(machine, { places }, request.connection.name).path;
}

/** The tool has no place of its own: its file is another one in every folder. */
export function isInCurrentFolder({ tool }: Pick<RequestedTool, 'tool'>): boolean {
  return mainFileOf(tool.files)?.places.every((place) => 'project' in place) === true;
}
