import type { FileSystem } from '@modelrack/config-edit';
import type { Manifest } from '../plan/companion-plan.ts';

/** undefined: there is none, or none that this release can read. */
export function readManifest(fs: FileSystem, path: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(fs.read(path)));
    return isManifest(value) ? value : undefined;
  } catch {
    return undefined;
  }
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
