import { pathsOf } from '../machine/folders.ts';
import { fromHome, toHome } from '../machine/home-path.ts';
import type { Machine } from '../machine/types.ts';
import type { Manifest } from '../plan/companion-plan.ts';

/** undefined: there is none, or none that this release can read. */
export function readManifest(machine: Machine, folder: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(machine.fs.read(manifestIn(machine, folder))));
    return isManifest(value) ? withPlaces(value, (place) => fromHome(machine, place)) : undefined;
  } catch {
    return undefined;
  }
}

/** Our own note, as the ledger is: no run tells of it. */
export function manifestIn(machine: Machine, folder: string): string {
  return pathsOf(machine).join(folder, 'manifest.json');
}

/** It goes along with a home folder that is copied or renamed: its places are told from there. */
export function textOfManifest(machine: Machine, manifest: Manifest): string {
  const anywhere = withPlaces(manifest, (place) => toHome(machine, place));
  return `${JSON.stringify(anywhere, undefined, 2)}\n`;
}

function withPlaces(manifest: Manifest, change: (place: string) => string): Manifest {
  const { beside, madeFolders, absent } = manifest;
  return {
    ...manifest,
    beside: beside.map(change),
    madeFolders: madeFolders.map(change),
    absent: absent.map(change),
  };
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { schema, connection, beside, madeFolders, absent } = value as Record<keyof Manifest, unknown>;
  return (
    schema === 1 && typeof connection === 'string' && areTexts(beside) && areTexts(madeFolders) && areTexts(absent)
  );
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
