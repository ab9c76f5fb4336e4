import type { Path, Step } from '@modelrack/config-edit';
import type { FileSpec } from '@modelrack/tool-kit';
import { isNamedByConnection } from '../machine/resolve-place.ts';

/** Whether a path leads into what bears the connection's name: a key, an item of a list, or the file itself. */
export function isInOurBlock(spec: FileSpec, path: Path, connection: string): boolean {
  return isNamedByConnection(spec) || ourDepth(path, connection) >= 0;
}

/** Where in the path the name stands, or -1. */
function ourDepth(path: Path, connection: string): number {
  return path.findIndex((step) => bearsName(step, connection));
}

/** What a model of ours is called where the tool has another one of its name. */
export function nameApart(label: string, connection: string): string {
  return `${label} (${connection})`;
}

/** The block that bears the name, if the path leads into one. */
export function blockAround(path: Path, connection: string): Path[] {
  const depth = ourDepth(path, connection);
  return depth < 0 ? [] : [path.slice(0, depth + 1)];
}

function bearsName(step: Step, connection: string): boolean {
  if (typeof step === 'string') return step === connection;
  return typeof step.item !== 'string' && Object.values(step.item).includes(connection);
}
