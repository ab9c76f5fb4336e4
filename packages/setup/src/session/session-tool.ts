import { posix } from 'node:path';
import type { Change, FileSpec, PlanInput, Session, ToolDefinition } from '@modelrack/tool-kit';
import { pathsOf } from '../machine/folders.ts';
import { choosePlace } from '../machine/resolve-place.ts';
import type { Machine } from '../machine/types.ts';

/** Names the folder to the places of the tool's files; it is in no environment but the planner's. */
const folderVariable = 'MODELRACK_SESSION';

/**
 * The tool with its files in a folder of the session's: nothing there is anybody's, so nothing is diverted or taken over.
 * `onPlan` gets the models that it takes, in its order.
 */
export function sessionTool(
  { tool, session, connection }: Pick<SessionPlace, 'tool' | 'session' | 'connection'>,
  onPlan: (ids: readonly string[]) => void,
): ToolDefinition {
  const { companion: _, mcp: __, callsUs: ___, diverts: ____, reads: _____, atStart: ______, ...rest } = tool;
  return {
    ...rest,
    exclusive: false,
    plan(input) {
      const changes = tool.plan(input);
      onPlan(takenBy(changes, input));
      return changes;
    },
    files: tool.files.map((spec) => {
      const { merged: _merged, project: _project, ...kept } = spec;
      return { ...kept, places: [{ env: folderVariable, path: nameOf(spec, session, connection) }] };
    }),
  };
}

/** One that asks the gateway itself takes them all. */
function takenBy(changes: readonly Change[], { models }: PlanInput): readonly string[] {
  const lists = changes.flatMap((change) =>
    change.kind === 'own' && change.shape.uncounted !== true ? [change.entries.map(({ id }) => id)] : [],
  );
  return lists.length === 0 ? models.map(({ id }) => id) : lists.flat();
}

function nameOf(spec: FileSpec, { files }: Session, connection: string): string {
  const named = files?.[spec.id];
  if (named !== undefined) return named;
  const usual = spec.places.map((place) => Object.values(place).findLast((part) => typeof part === 'string'));
  return posix.basename(String(usual.at(-1) ?? spec.id)).replaceAll('{connection}', connection);
}

export interface SessionPlace {
  readonly tool: ToolDefinition;
  readonly session: Session;
  readonly connection: string;
  readonly folder: string;
}

/** Where each file is, by its id. */
export function sessionPaths(machine: Machine, place: SessionPlace): Readonly<Record<string, string>> {
  const { tool, session, connection, folder } = place;
  const { join } = pathsOf(machine);
  return Object.fromEntries(tool.files.map((spec) => [spec.id, join(folder, nameOf(spec, session, connection))]));
}

/** The machine as the planner sees it: in the folder stand what are to be copies of the user's files. */
export function sessionMachine(machine: Machine, place: SessionPlace): { machine: Machine; origins: Origins } {
  const { tool, session, connection, folder } = place;
  const paths = sessionPaths(machine, place);
  const origins = new Map(
    tool.files
      .filter(({ id }) => session.copies?.includes(id) === true)
      .map((spec) => [paths[spec.id] ?? '', choosePlace(machine, spec, connection).path]),
  );
  return {
    origins,
    machine: {
      ...machine,
      variables: { ...machine.variables, [folderVariable]: folder },
      fs: { ...machine.fs, ...viewOf(machine, folder, origins) },
    },
  };
}

/** Nothing is there yet: the folders on the way look as if they were, and a copy as what the user's file leads to. */
function viewOf({ fs, home, platform }: Machine, folder: string, origins: Origins): Partial<Machine['fs']> {
  const { basename, dirname, sep } = pathsOf({ platform });
  // A link above the folder gives it another path.
  const end = `${sep}${basename(folder)}`;
  const within = (path: string) => {
    const at = `${path}${sep}`.indexOf(`${end}${sep}`);
    return at < 0 ? undefined : folder + path.slice(at + end.length);
  };
  const from = (path: string) => origins.get(within(path) ?? path) ?? path;
  const isOnTheWay = (path: string) =>
    [...origins.keys()].some((copy) => dirname(copy).startsWith(within(path) ?? path) && copy !== within(path));
  const look = (path: string, seen: 'stat' | 'lstat') => {
    const origin = from(path);
    if (origin !== path) return { ...fs.stat(origin), mode: 0o600, links: 1 };
    try {
      return fs[seen](path);
    } catch (error) {
      if (!isOnTheWay(path)) throw error;
      return fs.stat(home);
    }
  };
  return {
    read: (path) => fs.read(from(path)),
    stat: (path) => look(path, 'stat'),
    lstat: (path) => look(path, 'lstat'),
    isWritable: (path) => within(path) !== undefined || fs.isWritable(path),
  };
}

/** The user's file by the path of its copy. */
export type Origins = ReadonlyMap<string, string>;
