import { assertWritable } from '@modelrack/config-edit';
import { pathsOf } from '../machine/folders.ts';
import type { Machine } from '../machine/types.ts';
import type { CompanionPlan } from '../plan/companion-plan.ts';
import { manifestIn } from './companion-manifest.ts';

/**
 * Looks at each folder in which something is to be made or to go, before anything is written.
 * @throws RackError `file-not-writable`
 */
export function assertCompanionRights(machine: Machine, { folder, changes }: CompanionPlan): void {
  const path = pathsOf(machine);
  const byFolder = new Map([manifestIn(machine, folder), ...changes.keys()].map((file) => [path.dirname(file), file]));
  for (const file of byFolder.values()) {
    // Files are replaced, not written in place: their folder decides.
    const absent = { bytes: undefined, mode: undefined, uid: undefined, gid: undefined, links: 0 };
    assertWritable(machine.fs, { path: file, realPath: file, ...absent });
  }
}
