import { findTool } from '@modelrack/setup';
import { isRackError } from '@modelrack/errors';
import { originOf } from '../connections/gateway-url.ts';
import { allConnections } from '../connections/saved-connections.ts';
import { toolsOf } from '../tools/tools.ts';
import { findUnwritable } from '../tools/unwritable-tools.ts';
import type { Context, RunOptions } from '../world/context.ts';
import { agreeToTeamFile } from './agree-to-team-file.ts';
import { teamFile, type FoundTeamFile } from './team-file.ts';

/** What could have been typed instead. */
export interface TeamWish {
  readonly names: readonly string[];
  readonly options: RunOptions;
}

/** Without a file what the user passed; `nothing`: the user said no, or none of its tools is here. */
export async function teamWish(context: Context, options: RunOptions): Promise<TeamWish | 'nothing'> {
  const file = await teamFile(context, options);
  if (file === undefined) return { names: [], options };
  const names = file.tools === undefined ? [] : await namesHere(context, file, file.tools);
  const connections = await allConnections(context);
  const toOrigin = connections.filter(({ apiRoot }) => originOf(apiRoot) === originOf(file.gateway));
  const saved = toOrigin.find(({ apiRoot }) => apiRoot === file.gateway) ?? toOrigin[0];
  if (!(await agreeToTeamFile(context, { file, saved, options }))) {
    context.printer.note('Nothing was written. To set up without the file: modelrack setup --no-team');
    return 'nothing';
  }
  if (file.tools !== undefined && names.length === 0) {
    context.printer.note('None of the tools that the file names is on this machine: nothing was written.');
    return 'nothing';
  }
  const taken = new Set(connections.map(({ name }) => name));
  return { names, options: optionsOf(file, options, saved?.name ?? freeName(file, taken)) };
}

/** Those that are here, or of which that cannot be known. */
async function namesHere(context: Context, { path }: FoundTeamFile, names: readonly string[]) {
  try {
    const machine = await context.machine();
    const known = await (await toolsOf(context)).load(names.filter((name) => findUnwritable(name) === undefined));
    const isMissing = (tool: (typeof known)[number]) =>
      tool.detect.bin.length + tool.detect.places.length > 0 && !findTool(machine, tool).isFound;
    const missing = known.filter(isMissing);
    if (missing.length > 0) context.printer.note(`Not on this machine: ${missing.map(({ name }) => name).join(', ')}`);
    const here = known.filter((tool) => !missing.includes(tool)).map(({ id }) => id);
    return [...here, ...names.filter((name) => findUnwritable(name) !== undefined)];
  } catch (error) {
    throw isRackError(error) ? error.with({ path }) : error;
  }
}

/** The flags that say the same; what the user passed as well wins. */
function optionsOf(file: FoundTeamFile, options: RunOptions, connection: string): RunOptions {
  const { models = ['*'], exclude, default: chosen } = file;
  return {
    models,
    ...(exclude === undefined ? {} : { exclude }),
    ...(chosen === undefined ? {} : { default: chosen }),
    ...options,
    baseUrl: file.gateway,
    gateway: connection,
  };
}

/** A new connection never has the name of another. */
function freeName({ name = 'team' }: FoundTeamFile, taken: ReadonlySet<string>): string {
  const free = ['', 'two', 'three', 'four'].map((end) => `${name.slice(0, 19)}${end}`);
  return free.find((each) => !taken.has(each)) ?? name;
}
