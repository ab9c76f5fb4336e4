import { isRackError } from '@modelrack/errors';
import { applyPasses } from '../splices.ts';
import { applyChangedKeys } from './changed-keys.ts';
import { sha256 } from '../files/sha256.ts';
import type { FileRecord, WriteRecord } from '../files/types.ts';

/** A file as it was: `bytes` undefined means that there was none. */
export interface Restored {
  readonly bytes: Uint8Array | undefined;
}

/** The record with one more write on top. `owners` is left to the caller. */
export function pushWrite(record: FileRecord, write: WriteRecord): FileRecord {
  return { ...record, stack: [...record.stack, write] };
}

/** The record without its last write, `owners` as they were before it; with the first one gone, what was before. */
export function popWrite(record: FileRecord): FileRecord {
  const last = record.stack.at(-1);
  if (last === undefined) return record;
  const stack = record.stack.slice(0, -1);
  const owners = applyChangedKeys(record.owners, last.ownersBefore);
  if (record.past !== undefined && stack.length === 0 && Object.keys(owners).length === 0) return record.past;
  return { ...record, stack, owners, pending: undefined };
}

/** The file before our last write; undefined if it is not, byte for byte, what that write left. */
export function undoTarget(record: FileRecord, current: Uint8Array | undefined): Restored | undefined {
  const last = record.stack.at(-1);
  return last === undefined ? undefined : unwind([last], current);
}

/**
 * The file before our first write; undefined if somebody else wrote it in between, or if even then it held
 * something of ours.
 */
export function restoreOriginal(record: FileRecord, current: Uint8Array | undefined): Restored | undefined {
  return record.clean ? unwind(record.stack, current) : undefined;
}

function unwind(stack: readonly WriteRecord[], current: Uint8Array | undefined): Restored | undefined {
  const [first] = stack;
  const last = stack.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (!isChain(stack) || hashOf(current) !== last.after) return undefined;
  if (first.before === undefined) return { bytes: undefined };
  const text = textBefore(stack, current);
  return text === undefined ? undefined : encode(text, first.before);
}

function isChain(stack: readonly WriteRecord[]): boolean {
  return stack.every((write, index) => index === 0 || stack[index - 1]?.after === write.before);
}

function textBefore(stack: readonly WriteRecord[], current: Uint8Array | undefined): string | undefined {
  let text = current === undefined ? '' : decode(current);
  try {
    for (const write of stack.toReversed()) {
      text = write.before === undefined ? '' : applyPasses(text, write.inverse);
    }
    return text;
  } catch (error) {
    // Splices that do not fit: a damaged ledger, which is as good as none.
    if (isRackError(error)) return undefined;
    throw error;
  }
}

// Hashes are over bytes, splices over text without the byte-order mark.
const mark = '\uFEFF';

function decode(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith(mark) ? text.slice(1) : text;
}

/** The hash also tells whether there was a byte-order mark: of a file that we deleted nothing else does. */
function encode(text: string, hash: string): Restored | undefined {
  const candidates = [Buffer.from(text), Buffer.from(mark + text)];
  const bytes = candidates.find((candidate) => sha256(candidate) === hash);
  return bytes === undefined ? undefined : { bytes };
}

function hashOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : sha256(bytes);
}
