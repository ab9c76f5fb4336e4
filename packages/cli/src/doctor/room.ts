import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { failure, type Finding } from './finding.ts';

/** An edit needs the file once more beside the old one, and a backup. */
const least = 256 * 1024;

/** The first of the disks under these paths that is full; what is not there yet is looked for above. */
export function checkRoom(subject: string, paths: readonly string[]): readonly Finding[] {
  for (const path of paths) {
    const room = roomAt(path);
    if (room === undefined || room.bytes >= least) continue;
    return [
      failure(['disk', subject], 'the disk is full: nothing can be written safely', {
        evidence: `${Math.floor(room.bytes / 1024)} KiB free`,
        path: room.folder,
        hint: 'free some space, then run the command again',
        code: 'disk-full',
      }),
    ];
  }
  return [];
}

function roomAt(path: string): { readonly folder: string; readonly bytes: number } | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      const { bavail, bsize, blocks } = statfsSync(folder);
      // Some file systems have no size at all.
      return blocks === 0 ? undefined : { folder, bytes: bavail * bsize };
    } catch {
      if (folder === dirname(folder)) return undefined;
    }
  }
}
