import { openOwnLedger } from './own-ledger.ts';
import { forgetAllBackups, forgetBackups, sha256, type FileRecord, type WriteRecord } from '@modelrack/config-edit';
import { foldersOf } from '../machine/folders.ts';
import type { Machine } from '../machine/types.ts';

const shortestSecret = 8;

/**
 * What the ledger keeps of a file from which a key was taken. With nobody left in it only that it was, so that
 * `undo` can say why it cannot bring that back; else all that holds no key.
 */
export function recordWithout(record: FileRecord, secrets: readonly string[]): FileRecord {
  const last = record.stack.at(-1);
  const { past, ...rest } = record;
  if (Object.keys(record.owners).length === 0 && last !== undefined) return { ...rest, stack: [forgotten(last)] };
  return {
    ...rest,
    ...(past === undefined || holds(JSON.stringify(past), secrets) ? {} : { past }),
    stack: record.stack.map((write) => (holds(JSON.stringify(write), secrets) ? forgotten(write) : write)),
  };
}

function forgotten(write: WriteRecord): WriteRecord {
  const { backup: _, ...rest } = write;
  return { ...rest, inverse: [], ownersBefore: {}, isForgotten: true };
}

/** Of a file that nobody is left in, only what stood there before us is kept. */
export function forgetInBackups(
  machine: Machine,
  before: FileRecord,
  left: { isFree: boolean; secrets: readonly string[] },
): void {
  const [first] = before.stack;
  const isForgotten = (bytes: Uint8Array): boolean =>
    holds(new TextDecoder().decode(bytes), left.secrets) ||
    (left.isFree && !(before.clean && sha256(bytes) === first?.before));
  forgetBackups(machine.fs, foldersOf(machine).backups, before.path, isForgotten);
}

/**
 * A key that is forgotten is kept nowhere: neither in the ledger nor in a backup, those included that no record knows
 * of any more.
 */
export function forgetSecret(machine: Machine, secret: string): void {
  const ledger = openOwnLedger(machine);
  forgetAllBackups(machine.fs, foldersOf(machine).backups, (bytes) => holds(new TextDecoder().decode(bytes), [secret]));
  for (const record of ledger.list()) {
    if (holds(JSON.stringify(record), [secret])) ledger.write(recordWithout(record, [secret]));
  }
}

/** As it is, or as a text of JSON has it, and as a whole word: another key may begin with the same letters. */
function holds(text: string, secrets: readonly string[]): boolean {
  return secrets.filter(isTelling).some((secret) => {
    const forms = new Set([secret, JSON.stringify(secret).slice(1, -1)]);
    return [...forms].some((form) => text.includes(form) && wholeWord(form).test(text));
  });
}

function wholeWord(form: string): RegExp {
  const literal = form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`);
}

/**
 * Servers on one's own machine take any word (`x`, `ollama`, `lm-studio`), which may stand in a file for a hundred
 * reasons: it is no secret, and nothing goes because of it.
 */
export function isTelling(secret: string): boolean {
  return secret.length >= shortestSecret && /\d/.test(secret);
}
