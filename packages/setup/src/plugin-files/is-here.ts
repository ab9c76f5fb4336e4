import { namesIn } from '@modelrack/config-edit';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { openOwnLedger, type OwnLedger } from '../ledger/own-ledger.ts';
import { readManifest } from './companion-manifest.ts';
import { findTool } from '../machine/find-tools.ts';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import { exists, resolvePlace } from '../machine/resolve-place.ts';
import type { Machine } from '../machine/types.ts';

/**
 * Says whether a tool is on this machine. A folder of it tells so only if it is not one that came by a set-up of ours
 * and holds nothing else since.
 */
export function isHereOn(machine: Machine): (tool: Pick<ToolDefinition, 'detect'>) => boolean {
  const ledger = openOwnLedger(machine);
  return (tool) => {
    const { isFound, program } = findTool(machine, tool);
    if (!isFound || program !== undefined) return isFound;
    const folders = tool.detect.places.flatMap((place) => resolvePlace(machine, place) ?? []);
    return folders.some((at) => exists(machine, at) && !isOurFolder(machine, ledger, at));
  };
}

function isOurFolder(machine: Machine, ledger: OwnLedger, folder: string): boolean {
  const { join } = pathsOf(machine);
  const { folders, files } = madeBelow(machine, ledger, folder);
  return folders.has(folder) && namesIn(machine.fs, folder).every((name) => isOurs(join(folder, name)));

  function isOurs(path: string): boolean {
    return (
      files.has(path) || (folders.has(path) && namesIn(machine.fs, path).every((name) => isOurs(join(path, name))))
    );
  }
}

/** What set-ups of ours made there. */
function madeBelow(
  machine: Machine,
  ledger: OwnLedger,
  folder: string,
): Record<'folders' | 'files', ReadonlySet<string>> {
  const { plugins } = foldersOf(machine);
  const { join } = pathsOf(machine);
  const records = ledger.below(folder);
  const manifests = namesIn(machine.fs, plugins).flatMap((name) => readManifest(machine, join(plugins, name)) ?? []);
  return {
    folders: new Set([...records, ...manifests].flatMap(({ madeFolders }) => madeFolders)),
    files: new Set([...records.map(({ path }) => path), ...manifests.flatMap(({ beside }) => beside)]),
  };
}
