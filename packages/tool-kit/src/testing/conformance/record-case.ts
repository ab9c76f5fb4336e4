import type { CaseFile, ConformanceCase, Picture, Step } from './case.ts';
import { play, removeAll } from './conformance.ts';
import { pictureOf, runStep, sceneOf, type Suite } from './scene.ts';

/** What a case came to; undefined: nothing else than `before`. */
export interface RecordedCase {
  readonly refused: CaseFile['refused'];
  readonly after: Picture | undefined;
  readonly removed: Picture | undefined;
  readonly notes: readonly string[];
}

/** Plays a case without comparing it with anything: what it came to is for somebody to look at. */
export async function recordCase(suite: Suite, one: ConformanceCase): Promise<RecordedCase> {
  const scene = sceneOf(suite, one);
  const steps: readonly Step[] = one.steps ?? [{ run: 'setup' }];
  const last = steps.at(-1);
  if (last === undefined || !('run' in last)) throw new Error('the last step must be a run');
  for (const step of steps.slice(0, -1)) await play(scene, step);
  const { error, notes } = await runStep(scene, last);
  if (error !== null) {
    const { code, line, column } = error;
    // A refusal is expected where a file cannot be read; a plan that does not come out as it says is a mistake in it.
    if (code === 'internal') throw new Error(error.message);
    const place = { ...(line === null ? {} : { line }), ...(column === null ? {} : { column }) };
    return { refused: { code, ...place }, after: undefined, removed: undefined, notes };
  }
  const after = pictureOf(scene);
  await removeAll(scene, steps);
  const removed = pictureOf(scene);
  return { refused: undefined, after, removed: isSame(removed, one.before) ? undefined : removed, notes };
}

function isSame(one: Picture, other: Picture): boolean {
  const isThere = (path: string, bytes: Uint8Array) => Buffer.from(other.get(path) ?? []).equals(bytes);
  return one.size === other.size && [...one].every(([path, bytes]) => other.has(path) && isThere(path, bytes));
}
