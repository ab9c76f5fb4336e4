import { sha256 } from '@modelrack/config-edit';
import type { Context, RunOptions } from '../world/context.ts';
import { findTeamFile } from './find-team-file.ts';
import { readTeamFile, type TeamFile } from './read-team-file.ts';

export interface FoundTeamFile extends TeamFile {
  /** Of its bytes. */
  readonly hash: string;
}

/**
 * The file of the team whose project the current folder is in; undefined: there is none.
 * @throws RackError with the place: it is there and not as it should be
 */
export async function teamFile(
  context: Context,
  options: Pick<RunOptions, 'insecure'> = {},
): Promise<FoundTeamFile | undefined> {
  const found = findTeamFile(await context.machine());
  if (found === undefined) return undefined;
  const file = await readTeamFile(found, { isInsecureAllowed: options.insecure === true });
  return { ...file, hash: sha256(found.bytes) };
}
