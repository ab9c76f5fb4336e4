import type { Path } from '@modelrack/config-edit';
import type { Change } from '@modelrack/tool-kit';
import { keyBelow, pathKey, type Claims } from '../ledger/claims.ts';
import { blockAround } from '../ledger/our-block.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { isAddress } from './value-marks.ts';
import { isFileBlockGone } from './whose.ts';

/** The user took out all of it, or the block that leads to the gateway: what else we have written there leads nowhere. */
export function isBlockGone(file: OpenFile, changes: readonly Change[]): boolean {
  return isFileBlockGone(file) || goneBlock(file, changes) !== undefined;
}

/**
 * What is known of a file to a run that writes it: nothing of a block that is gone, so that it is written as a whole. A
 * file of servers keeps what is known: an entry that was taken out there stays out until it is asked for.
 */
export function knownToWrite(file: OpenFile, changes: readonly Change[], isServers: boolean): OpenFile {
  if (isFileBlockGone(file)) {
    return isServers && file.state.bytes !== undefined ? file : { ...file, claims: undefined };
  }
  const block = goneBlock(file, changes);
  if (block === undefined) return file;
  const left = Object.entries(file.claims ?? {}).filter(([key]) => !isAt(block, key));
  return { ...file, claims: Object.fromEntries(left) };
}

function goneBlock(file: OpenFile, changes: readonly Change[]): Path | undefined {
  for (const change of changes) {
    if (change.kind !== 'set' || change.file !== file.spec.id || !isAddress(change.value)) continue;
    const [block] = blockAround(change.path, file.connection);
    if (block === undefined || nodeAt(file, block) !== undefined) continue;
    if (isWritten(file.claims ?? {}, block)) return block;
  }
  return undefined;
}

function isWritten(claims: Claims, block: Path): boolean {
  return Object.entries(claims).some(([key, { print, fields }]) => isAt(block, key) && (print ?? fields) !== undefined);
}

function isAt(block: Path, key: string): boolean {
  return key === pathKey(block) || key.startsWith(keyBelow(block));
}
