import { holdsSecret, type Sought } from './holds-secret.ts';
import { openOwnLedger } from './own-ledger.ts';
import { forgetAllBackups, forgetBackups, sha256, type FileRecord, type WriteRecord } from '@modelrack/config-edit';
import { foldersOf } from '../machine/folders.ts';
import type { Machine } from '../machine/types.ts';

/**
 * What the ledger keeps of a file from which a key was taken. With nobody left in it only that it was, so that
 * `undo` can say why it cannot bring that back; else all that holds no key.
 */
export function recordWithout(record: FileRecord, sought: Sought): FileRecord {
  const last = record.stack.at(-1);
  const { past, ...rest } = record;
  if (Object.keys(record.owners).length === 0 && last !== undefined) return { ...rest, stack: [forgotten(last)] };
  return {
    ...rest,
    ...(past === undefined || keepsInRecord(past, sought) ? {} : { past }),
    stack: record.stack.map((write) => (keepsIn(sought)(write) ? forgotten(write) : write)),
  };
}

function forgotten(write: WriteRecord): WriteRecord {
  const { backup: _, ...rest } = write;
  return { ...rest, inverse: [], ownersBefore: {}, isForgotten: true };
}

/** Of a file that nobody is left in, only what stood there before us is kept. */
export function forgetInBackups(machine: Machine, before: FileRecord, left: Sought & { isFree: boolean }): void {
  const [first] = before.stack;
  const isForgotten = (bytes: Uint8Array): boolean =>
    holdsSecret(new TextDecoder().decode(bytes), left) ||
    (left.isFree && !(before.clean && sha256(bytes) === first?.before));
  forgetBackups(machine.fs, foldersOf(machine).backups, before.path, isForgotten);
}

/** What an undo took out of a file is kept in no backup, unless an earlier write is still to be taken back with it. */
export function forgetUndone(machine: Machine, path: string, left: Sought & { record: FileRecord | undefined }): void {
  const { connection, record } = left;
  const isKept = (secret: string) => record !== undefined && keepsInRecord(record, { secrets: [secret], connection });
  const secrets = left.secrets.filter((secret) => !isKept(secret));
  forgetBackups(machine.fs, foldersOf(machine).backups, path, (bytes) =>
    holdsSecret(new TextDecoder().decode(bytes), { secrets, connection }),
  );
}

/**
 * A key that is forgotten is kept nowhere: neither in the ledger nor in a backup, those included that no record knows
 * of any more. Whether a backup is left.
 */
export function forgetSecrets(machine: Machine, sought: Sought): boolean {
  const ledger = openOwnLedger(machine);
  let isLeft = false;
  forgetAllBackups(machine.fs, foldersOf(machine).backups, (bytes) => {
    const goes = holdsSecret(String(Buffer.from(bytes)), sought);
    isLeft ||= !goes;
    return goes;
  });
  for (const record of ledger.list()) {
    if (keepsInRecord(record, sought)) ledger.write(recordWithout(record, sought));
  }
  return isLeft;
}

/** In what it has of the file: the words of its own, names of connections and tools, are keys by chance only. */
function keepsInRecord({ owners, past, pending, stack }: FileRecord, sought: Sought): boolean {
  const others = [past, pending?.record].filter((record) => record !== undefined);
  return keeps(owners, sought) || stack.some(keepsIn(sought)) || others.some((record) => keepsInRecord(record, sought));
}

const keepsIn =
  (sought: Sought) =>
  ({ inverse, ownersBefore }: WriteRecord): boolean => {
    // Pairs of a place and what was there.
    const were = Array.isArray(ownersBefore) ? ownersBefore.map((pair: unknown) => Array.isArray(pair) && pair[1]) : [];
    return keeps([inverse, were], sought);
  };

/** In one of its texts: what changed is kept as the piece that stood there; a model may be called as anything. */
function keeps(value: unknown, sought: Sought): boolean {
  if (typeof value === 'string') return holdsSecret(value, sought);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, part]) => name !== 'id' && keeps(part, sought))
  );
}
