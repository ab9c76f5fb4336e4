import { peekTarget, type FileRecord, type Ledger } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import type { Target } from '../connections/target.ts';
import { isInCurrentFolder, targetsOf, type TargetRequest } from '../connections/targets.ts';
import { holdsOurs } from '../ledger/claims.ts';
import { recordsOutside } from '../ledger/own-ledger.ts';
import { readClaims } from '../ledger/read-claims.ts';
import { pathsOf } from '../machine/folders.ts';
import { isWithin } from '../machine/home-path.ts';
import { choosePlace, exists, mainFileOf } from '../machine/resolve-place.ts';
import type { Machine } from '../machine/types.ts';
import { withVariable } from '../machine/with-variable.ts';
import { locateTool } from '../open-file/open-files.ts';

/**
 * The targets of a run, and those that the ledger knows at a place to which a variable led then, and leads no more, from
 * which one leads away since, or that was the current folder then. Where all that is known lies there, the usual file is
 * none of ours.
 */
export function knownTargets(
  machine: Machine,
  ledger: Ledger,
  asked: { request: TargetRequest; tool: ToolDefinition },
): Target[] {
  const { request, tool } = asked;
  const { command, connection } = request;
  const targets = targetsOf(request, tool.id);
  const main = mainFileOf(tool.files);
  const isGiven = command === 'setup' || command === 'undo' || request.project || request.configFile !== undefined;
  const isHere = isInCurrentFolder({ tool });
  if (isGiven || main === undefined || !(isHere || main.places.some((place) => 'env' in place))) return targets;
  const records = ledger.list().filter((record) => record.tool === tool.id && isOwner(record, connection.name));
  // A folder that was moved behind a link since is the same one.
  const known = new Set(records.map(({ path }) => realPathOf(machine, path) ?? path));
  const covered = new Set(targets.flatMap((target) => realPathsOf(machine, tool, target)));
  const elsewhere = records.flatMap(({ path }): Target[] => {
    if (covered.has(realPathOf(machine, path) ?? path)) return [];
    const target = { connection: connection.name, project: false };
    if (isHere) return [{ ...target, instead: path }];
    const led = ledBy(machine, { main, path, connection: connection.name });
    return led === undefined ? [] : [{ ...target, instead: undefined, led }];
  });
  if (elsewhere.length === 0) return targets;
  const left = targets.filter((target) => realPathsOf(machine, tool, target).some((path) => known.has(path)));
  return [...left, ...elsewhere];
}

function isOwner({ owners }: FileRecord, connection: string): boolean {
  return holdsOurs(readClaims(owners[connection], undefined));
}

/**
 * Files outside of the home folder that this connection still holds, and to which nothing leads from here: a variable did
 * when they were set up. They are never touched from here, so they are named.
 */
export function leftElsewhere(
  machine: Machine,
  ledger: Ledger,
  { request, tool, planned }: { request: TargetRequest; tool: ToolDefinition; planned: readonly string[] },
): readonly string[] {
  const { command, connection } = request;
  const isAll = (command === 'remove' || command === 'refresh') && !request.project && request.configFile === undefined;
  if (!isAll || isInCurrentFolder({ tool })) return [];
  const known = new Set([...planned, ...(connection.tools[tool.id]?.files ?? [])]);
  return recordsOutside(machine, ledger)
    .filter((record) => record.tool === tool.id && isOwner(record, connection.name) && !known.has(record.path))
    .filter(({ path }) => exists(machine, path))
    .map(({ path }) => path);
}

function realPathsOf(machine: Machine, tool: ToolDefinition, target: Target): string[] {
  const main = mainFileOf(tool.files);
  return locateTool(machine, tool, target)
    .filter(({ spec, use }) => spec === main && use === 'files')
    .flatMap(({ path }) => realPathOf(machine, path) ?? []);
}

/** What cannot be read is refused later, where the tool is planned. */
function realPathOf(machine: Machine, path: string): string | undefined {
  try {
    return peekTarget(machine.fs, path).realPath;
  } catch (error) {
    if (isRackError(error)) return undefined;
    throw error;
  }
}

/**
 * The variable that makes this path the tool's main file, and its value; an empty one: it is there without that. Nothing
 * is written outside of the home folder by what the environment said once.
 */
function ledBy(machine: Machine, { main, path, connection }: { main: FileSpec; path: string; connection: string }) {
  const { sep } = pathsOf(machine);
  if (!isWithin(machine, machine.home, path)) return undefined;
  const named = main.places.filter((place) => 'env' in place);
  const isSet = named.some(({ env }) => Boolean(machine.variables[env]));
  // Where another place counts now, the file may have been moved there.
  if (isSet && !exists(machine, path)) return undefined;
  const candidates = named.flatMap((place) => {
    const end = `${sep}${(place.path ?? '').split('/').join(sep)}`;
    const isThere = place.path !== undefined && path.endsWith(end);
    return ['', ...(isThere ? [path.slice(0, -end.length)] : [])].map((value) => ({ variable: place.env, value }));
  });
  return candidates.find(({ variable, value }) => {
    const { path: led } = choosePlace(withVariable(machine, variable, value), main, connection);
    return (realPathOf(machine, led) ?? led) === path;
  });
}
